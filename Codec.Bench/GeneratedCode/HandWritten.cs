using System.Text;

namespace Codec.Bench.GeneratedCode;

/// <summary>
/// Fast hand-written code for the five messages. It writes in one forward pass, with stores of constant sizes. It reads by comparing the header and
/// vtable bytes with those that it writes; if they are equal, it knows every offset. It is the baseline of the generated code.
/// </summary>
internal static class HandWritten
{
    // Length, terminator and the bytes that a four-byte store may write past the end.
    private const int TextOverhead = 8;

    internal static int Write(Span<byte> destination, P.TestPacket message)
    {
        string? text = message.Msg;
        if (text is null || destination.Length < 24 + TextOverhead + (3 * text.Length))
        {
            return -1;
        }

        ref byte origin = ref MemoryMarshal.GetReference(destination);
        Put(ref origin, 0, 0x000C_0008_0000_000CUL);
        Put(ref origin, 8, 0x0000_0008_0008_0004UL);
        Put(ref origin, 16, 8);
        Put(ref origin, 20, message.Number);
        return PutText(ref origin, 24, text);
    }

    internal static int Write(Span<byte> destination, P.Move message)
    {
        P.Vec3? position = message.Position;
        P.Quat? rotation = message.Rotation;
        P.Vec3? velocity = message.Velocity;
        if (destination.Length < 76 || !position.HasValue || !rotation.HasValue || !velocity.HasValue)
        {
            return -1;
        }

        ref byte origin = ref MemoryMarshal.GetReference(destination);
        Put(ref origin, 0, 0x0038_000E_0000_0014UL);
        Put(ref origin, 8, 0x002C_001C_0010_000CUL);
        Put(ref origin, 16, 0x0000_0010_0000_0004UL);
        Put(ref origin, 24, message.Time);
        Put(ref origin, 32, message.Entity);
        Put(ref origin, 36, position.GetValueOrDefault());
        Put(ref origin, 48, rotation.GetValueOrDefault());
        Put(ref origin, 64, velocity.GetValueOrDefault());
        return 76;
    }

    internal static int Write(Span<byte> destination, P.Chat message)
    {
        string? sender = message.Sender;
        string? text = message.Text;
        if (sender is null || text is null || destination.Length < 32 + (2 * TextOverhead) + (3 * (sender.Length + text.Length)))
        {
            return -1;
        }

        ref byte origin = ref MemoryMarshal.GetReference(destination);
        Put(ref origin, 0, 0x000D_000A_0000_0010UL);
        Put(ref origin, 8, 0x0000_0008_0004_000CUL);
        Put(ref origin, 16, 0xC);
        Put(ref origin, 28, (int)message.Channel);
        Put(ref origin, 20, 12);
        int next = PutText(ref origin, 32, sender);
        Put(ref origin, 24, next - 24);
        return PutText(ref origin, next, text);
    }

    internal static int Write(Span<byte> destination, P.Inventory message)
    {
        if (message.Items is not { } items || destination.Length < 32 + (4 * items.Count))
        {
            return -1;
        }

        ref byte origin = ref MemoryMarshal.GetReference(destination);
        Put(ref origin, 0, 0x0010_0008_0000_000CUL);
        Put(ref origin, 8, 0x0000_0008_000C_0004UL);
        Put(ref origin, 16, message.Owner);
        Put(ref origin, 24, 4);
        Span<P.Item> span = items.AsSpan();
        Put(ref origin, 28, span.Length);
        int at = 32 + (4 * span.Length);
        if (destination.Length - at < 12)
        {
            return -1;
        }

        int vtable = at;
        Put(ref origin, at, 0x0010_0004_0012_000CUL);
        Put(ref origin, at + 8, 0x000C_0008);
        at += 12;
        for (int i = 0; i < span.Length; i++)
        {
            P.Item item = span[i];
            if (item.Name is not { } name || item.Modifiers is not { } modifiers
                || destination.Length - at < 20 + TextOverhead + (3 * name.Length) + 8 + (2 * modifiers.Count))
            {
                return -1;
            }

            Put(ref origin, 32 + (4 * i), at - 32 - (4 * i));
            Put(ref origin, at, at - vtable);
            Put(ref origin, at + 4, item.Id);
            Put(ref origin, at + 16, (int)item.Count);
            Put(ref origin, at + 8, 12);
            int next = PutText(ref origin, at + 20, name);
            Put(ref origin, at + 12, next - at - 12);
            at = PutBlock(ref origin, next, (ReadOnlySpan<short>)modifiers.AsSpan());
        }

        return at;
    }

    internal static int Write(Span<byte> destination, P.Snapshot message)
    {
        if (message.Entities is not { } entities || destination.Length < 28L + (36L * entities.Count))
        {
            return -1;
        }

        ref byte origin = ref MemoryMarshal.GetReference(destination);
        Put(ref origin, 0, 0x000C_0008_0000_000CUL);
        Put(ref origin, 8, 0x0000_0008_0008_0004UL);
        Put(ref origin, 16, message.Tick);
        Put(ref origin, 20, 4);
        return PutBlock(ref origin, 24, (ReadOnlySpan<P.EntityState>)entities.AsSpan());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put<T>(ref byte origin, int at, T value)
        where T : unmanaged => Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)at), value);

    private static int PutText(ref byte origin, int at, string text)
    {
        int count = Encoding.UTF8.GetBytes(
            text.AsSpan(), MemoryMarshal.CreateSpan(ref Unsafe.Add(ref origin, (nint)(uint)(at + 4)), 3 * text.Length));
        Put(ref origin, at, count);
        Put(ref origin, at + 4 + count, 0);
        return (at + 4 + count + 4) & ~3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PutBlock<T>(ref byte origin, int at, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        int next = (at + 4 + (values.Length * Unsafe.SizeOf<T>()) + 3) & ~3;
        Put(ref origin, next - 4, 0);
        Put(ref origin, at, values.Length);
        MemoryMarshal.AsBytes(values).CopyTo(MemoryMarshal
            .CreateSpan(ref Unsafe.Add(ref origin, (nint)(uint)(at + 4)), values.Length * Unsafe.SizeOf<T>()));
        return next;
    }

    /// <summary>The result for an unknown layout or an offset out of range. The benchmarks never return it.</summary>
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

    /// <summary>Returns a checksum of a string without reading all of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Sum(ReadOnlySpan<byte> text) => text.Length == 0 ? 0 : text.Length + text[0];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float Sum(P.Vec3 value) => value.X + value.Y + value.Z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float Sum(P.Quat value) => value.X + value.Y + value.Z + value.W;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Get<T>(ref byte origin, int at)
        where T : unmanaged => Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref origin, (nint)(uint)at));

    // The vector at an offset; empty if the offset is out of range.
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
