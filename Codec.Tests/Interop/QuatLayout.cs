using System.Runtime.InteropServices;

namespace Codec.Tests.Interop;

/// <summary>The struct Quat of schemas/game.fbs, with the layout of payloads.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct QuatLayout(float X, float Y, float Z, float W);
