extern alias packets;

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Codec.Bench.GeneratedCode;
using P = packets::Game;

namespace Codec.Bench.Messages;

/// <summary>
/// The cases of generated C# with five messages, by the names that <c>cpp/bench/messages.cpp</c> also uses. A case repeats its work and returns
/// a checksum, which must be equal on each side.
/// </summary>
/// <remarks>As on the other side, 64 copies of a small payload are read in turn, so that nothing is computed once for all rounds.</remarks>
internal sealed class MessageSide
{
    /// <summary>The number of copies of a small payload; a power of two.</summary>
    private const int Copies = 64;

    /// <summary>The size in bytes from which a payload has no copies, because they would not fit into the first-level cache.</summary>
    private const int LargePayload = 1024;

    /// <summary>The name of this side.</summary>
    internal const string Name = "csharp";

    private readonly byte[] _buffer = new byte[65536];

    internal MessageSide()
    {
        Dictionary<string, Func<long, ulong>> cases = new(StringComparer.Ordinal);
        Add<P.TestPacket, Seed>(cases, "seed", PlainMessages.Seed());
        Add<P.Move, Move>(cases, "move", PlainMessages.Move());
        Add<P.Chat, Chat>(cases, "chat", PlainMessages.Chat());
        Add<P.Inventory, Inventory>(cases, "inventory", PlainMessages.Inventory());
        Add<P.Snapshot, Snapshot>(cases, "snapshot", PlainMessages.Snapshot());
        All = cases;
    }

    /// <summary>
    /// The work on a message. Structs implement it, so that the JIT compiles a separate loop for each message. Code with a
    /// loop of its own is not inlined into that loop. C++ does not inline it either, and the JIT's budget for inlining is too small.
    /// </summary>
    private interface IWork<in T>
    {
        bool Write(T message, Span<byte> destination, out int written);

        ulong Read(byte[] payload);

        bool Verify(byte[] payload);
    }

    /// <summary>Returns the cases by their names, such as <c>csharp/read-chat</c>.</summary>
    internal IReadOnlyDictionary<string, Func<long, ulong>> All { get; }

    private void Add<T, TWork>(Dictionary<string, Func<long, ulong>> cases, string name, T message)
        where TWork : struct, IWork<T>
    {
        int copies = PlainMessages.Payload((Span<byte> destination, out int written) => default(TWork).Write(message, destination, out written)).Length < LargePayload ? Copies : 1;
        byte[][] payloads = [.. Enumerable.Range(0, copies).Select(_ => PlainMessages.Payload((Span<byte> destination, out int written) => default(TWork).Write(message, destination, out written)))];
        cases.Add($"{Name}/write-{name}", count => Write<T, TWork>(message, count));
        cases.Add($"{Name}/read-{name}", count => Read<T, TWork>(payloads, count));
        cases.Add($"{Name}/verify-{name}", count => Verify<T, TWork>(payloads, count));
    }

    private ulong Write<T, TWork>(T message, long count)
        where TWork : struct, IWork<T>
    {
        byte[] buffer = _buffer;
        ulong result = 0;
        for (long i = 0; i < count; i++)
        {
            result = default(TWork).Write(message, buffer, out _) ? 1ul : 0ul;
        }

        return result;
    }

    private static ulong Read<T, TWork>(byte[][] payloads, long count)
        where TWork : struct, IWork<T>
    {
        ulong result = 0;
        for (long i = 0; i < count; i++)
        {
            result = default(TWork).Read(payloads[i & (payloads.Length - 1)]);
        }

        return result;
    }

    private static ulong Verify<T, TWork>(byte[][] payloads, long count)
        where TWork : struct, IWork<T>
    {
        ulong result = 0;
        for (long i = 0; i < count; i++)
        {
            result = default(TWork).Verify(payloads[i & (payloads.Length - 1)]) ? 1ul : 0ul;
        }

        return result;
    }

    private static ulong Sum(ReadOnlySpan<byte> text) => (ulong)text.Length + text[0];

    private readonly struct Seed : IWork<P.TestPacket>
    {
        public bool Write(P.TestPacket message, Span<byte> destination, out int written) => message.TryWrite(destination, out written);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ulong Read(byte[] payload) =>
            P.TestPacket.View.TryCreate(payload, out P.TestPacket.View view) ? Sum(view.MsgUtf8) + (uint)view.Number : 0;

        public bool Verify(byte[] payload) => P.TestPacket.Verify(payload);
    }

    private readonly struct Move : IWork<P.Move>
    {
        public bool Write(P.Move message, Span<byte> destination, out int written) => message.TryWrite(destination, out written);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ulong Read(byte[] payload) =>
            P.Move.View.TryCreate(payload, out P.Move.View view)
                ? view.Entity + BitConverter.DoubleToUInt64Bits(HandWritten.Sum(view.Position.GetValueOrDefault()) + HandWritten.Sum(view.Rotation.GetValueOrDefault()) + HandWritten.Sum(view.Velocity.GetValueOrDefault()) + view.Time)
                : 0;

        public bool Verify(byte[] payload) => P.Move.Verify(payload);
    }

    private readonly struct Chat : IWork<P.Chat>
    {
        public bool Write(P.Chat message, Span<byte> destination, out int written) => message.TryWrite(destination, out written);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ulong Read(byte[] payload) =>
            P.Chat.View.TryCreate(payload, out P.Chat.View view) ? (ulong)view.Channel + Sum(view.SenderUtf8) + Sum(view.TextUtf8) : 0;

        public bool Verify(byte[] payload) => P.Chat.Verify(payload);
    }

    private readonly struct Inventory : IWork<P.Inventory>
    {
        public bool Write(P.Inventory message, Span<byte> destination, out int written) => message.TryWrite(destination, out written);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public ulong Read(byte[] payload)
        {
            if (!P.Inventory.View.TryCreate(payload, out P.Inventory.View view))
            {
                return 0;
            }

            ulong sum = view.Owner;
            foreach (P.Item.View item in view.Items)
            {
                sum += item.Id + (ulong)item.Count + Sum(item.NameUtf8);
                foreach (short modifier in item.Modifiers)
                {
                    sum += (ushort)modifier;
                }
            }

            return sum;
        }

        public bool Verify(byte[] payload) => P.Inventory.Verify(payload);
    }

    private readonly struct Snapshot : IWork<P.Snapshot>
    {
        public bool Write(P.Snapshot message, Span<byte> destination, out int written) => message.TryWrite(destination, out written);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public ulong Read(byte[] payload)
        {
            if (!P.Snapshot.View.TryCreate(payload, out P.Snapshot.View view))
            {
                return 0;
            }

            ulong sum = view.Tick;
            double real = 0;
            foreach (ref readonly P.EntityState entity in view.Entities)
            {
                real += entity.Position.X + entity.Position.Y + entity.Position.Z
                    + (entity.Rotation.X + entity.Rotation.Y + entity.Rotation.Z + entity.Rotation.W);
                sum += entity.Entity + (ulong)(ushort)entity.Health + entity.Flags;
            }

            return sum + BitConverter.DoubleToUInt64Bits(real);
        }

        public bool Verify(byte[] payload) => P.Snapshot.Verify(payload);
    }
}
