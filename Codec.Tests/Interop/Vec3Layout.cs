using System.Runtime.InteropServices;

namespace Codec.Tests.Interop;

/// <summary>The struct Vec3 of schemas/game.fbs, with the layout of payloads.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct Vec3Layout(float X, float Y, float Z);
