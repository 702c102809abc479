extern alias packets;

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>
/// The five messages as one would write them by hand for speed: one forward pass of constant-shaped stores, and a reader that compares the
/// header and vtable bytes with its own and then knows every place. What the generated code is measured against.
/// </summary>
internal static partial class HandWritten
{
    // Length, terminator and the bytes that a four-byte store may write past it.
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
        MemoryMarshal.AsBytes(values).CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref origin, (nint)(uint)(at + 4)), values.Length * Unsafe.SizeOf<T>()));
        return next;
    }
}
