extern alias packets;

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

internal static partial class HandWritten
{
    /// <summary>What a foreign layout or a place outside gives; the benchmarks never see it.</summary>
    private const double Refused = double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadTestPacket(ReadOnlySpan<byte> payload)
    {
        ref byte origin = ref MemoryMarshal.GetReference(payload);
        if (payload.Length < 24 || Get<ulong>(ref origin, 0) != 0x000C_0008_0000_000CUL || Get<ulong>(ref origin, 8) != 0x0000_0008_0008_0004UL)
        {
            return Refused;
        }

        return Get<int>(ref origin, 20) + Sum(Elements<byte>(payload, 16));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadMove(ReadOnlySpan<byte> payload)
    {
        ref byte origin = ref MemoryMarshal.GetReference(payload);
        if (payload.Length < 76 || Get<ulong>(ref origin, 0) != 0x0038_000E_0000_0014UL
            || Get<ulong>(ref origin, 8) != 0x002C_001C_0010_000CUL || Get<ulong>(ref origin, 16) != 0x0000_0010_0000_0004UL)
        {
            return Refused;
        }

        return Get<uint>(ref origin, 32) + Get<double>(ref origin, 24)
            + Sum(Get<P.Vec3>(ref origin, 36)) + Sum(Get<P.Quat>(ref origin, 48)) + Sum(Get<P.Vec3>(ref origin, 64));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadChat(ReadOnlySpan<byte> payload)
    {
        ref byte origin = ref MemoryMarshal.GetReference(payload);
        if (payload.Length < 32 || Get<ulong>(ref origin, 0) != 0x000D_000A_0000_0010UL
            || Get<ulong>(ref origin, 8) != 0x0000_0008_0004_000CUL || Get<uint>(ref origin, 16) != 0xC)
        {
            return Refused;
        }

        return Get<byte>(ref origin, 28) + Sum(Elements<byte>(payload, 20)) + Sum(Elements<byte>(payload, 24));
    }

    internal static double ReadInventory(ReadOnlySpan<byte> payload)
    {
        ref byte origin = ref MemoryMarshal.GetReference(payload);
        if (payload.Length < 28 || Get<ulong>(ref origin, 0) != 0x0010_0008_0000_000CUL || Get<ulong>(ref origin, 8) != 0x0000_0008_000C_0004UL)
        {
            return Refused;
        }

        double sum = Get<ulong>(ref origin, 16);
        long whole = 0;
        ReadOnlySpan<uint> items = Elements<uint>(payload, 24);
        int first = 24 + Get<int>(ref origin, 24) + 4;
        for (int i = 0; i < items.Length; i++)
        {
            ulong place = (ulong)(uint)(first + (4 * i)) + items[i];
            if (place + 20 > (uint)payload.Length)
            {
                return Refused;
            }

            int table = (int)place;
            int vtable = unchecked(table - Get<int>(ref origin, table));
            if ((ulong)(uint)vtable + 12 > (uint)payload.Length || Get<ulong>(ref origin, vtable) != 0x0010_0004_0012_000CUL
                || Get<uint>(ref origin, vtable + 8) != 0x000C_0008)
            {
                return Refused;
            }

            whole += Get<uint>(ref origin, table + 4) + Get<ushort>(ref origin, table + 16) + Sum(Elements<byte>(payload, table + 8));
            foreach (short modifier in Elements<short>(payload, table + 12))
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    internal static double ReadSnapshot(ReadOnlySpan<byte> payload)
    {
        ref byte origin = ref MemoryMarshal.GetReference(payload);
        if (payload.Length < 24 || Get<ulong>(ref origin, 0) != 0x000C_0008_0000_000CUL || Get<ulong>(ref origin, 8) != 0x0000_0008_0008_0004UL)
        {
            return Refused;
        }

        double sum = Get<uint>(ref origin, 16);
        long whole = 0;
        foreach (ref readonly P.EntityState state in Elements<P.EntityState>(payload, 20))
        {
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    /// <summary>Looks at a text without walking it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Sum(ReadOnlySpan<byte> text) => text.Length == 0 ? 0 : text.Length + text[0];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float Sum(P.Vec3 value) => value.X + value.Y + value.Z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float Sum(P.Quat value) => value.X + value.Y + value.Z + value.W;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Get<T>(ref byte origin, int at)
        where T : unmanaged => Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref origin, (nint)(uint)at));

    // The vector that an offset leads to; empty where it lies outside.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ReadOnlySpan<T> Elements<T>(ReadOnlySpan<byte> payload, int slot)
        where T : unmanaged
    {
        ref byte origin = ref MemoryMarshal.GetReference(payload);
        ulong place = (uint)slot + (ulong)Get<uint>(ref origin, slot);
        if (place + 4 > (uint)payload.Length)
        {
            return default;
        }

        uint count = Get<uint>(ref origin, (int)place);
        return (ulong)count * (uint)Unsafe.SizeOf<T>() > (uint)payload.Length - place - 4
            ? default
            : MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<byte, T>(ref Unsafe.Add(ref origin, (nint)(place + 4))), (int)count);
    }
}
