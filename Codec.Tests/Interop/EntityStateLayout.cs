using System.Runtime.InteropServices;

namespace Codec.Tests.Interop;

/// <summary>The struct EntityState of schemas/game.fbs, with the layout of payloads.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct EntityStateLayout(uint Entity, Vec3Layout Position, QuatLayout Rotation, short Health, ushort Flags);
