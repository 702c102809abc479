extern alias packets;

using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.GeneratedCode;
using P = packets::Game;

namespace Codec.Bench.Messages;

/// <summary>
/// What generated C# does with five messages, by the names that <c>cpp/bench/messages.cpp</c> uses too. A case does its work so many times and answers with
/// a number, which must be the same on each side.
/// </summary>
/// <remarks>Each message lies in memory of its own 64 times, as on the other side, so that nothing is worked out once for all rounds.</remarks>
internal sealed class MessageSide
{
    /// <summary>How many copies of a payload take turns; a power of two.</summary>
    private const int Copies = 64;

    /// <summary>The name of this side.</summary>
    internal const string Name = "csharp";

    private readonly byte[] _buffer = new byte[65536];

    internal MessageSide()
    {
        Dictionary<string, Func<long, ulong>> cases = new(StringComparer.Ordinal);
        Add(cases, "seed", PlainMessages.Seed().TryWrite, SeedSum, P.TestPacket.Verify);
        Add(cases, "move", PlainMessages.Move().TryWrite, MoveSum, P.Move.Verify);
        Add(cases, "chat", PlainMessages.Chat().TryWrite, ChatSum, P.Chat.Verify);
        Add(cases, "inventory", PlainMessages.Inventory().TryWrite, InventorySum, P.Inventory.Verify);
        Add(cases, "snapshot", PlainMessages.Snapshot().TryWrite, SnapshotSum, P.Snapshot.Verify);
        All = cases;
    }

    private delegate ulong ReadPayload(byte[] payload);

    private delegate bool VerifyPayload(ReadOnlySpan<byte> payload);

    /// <summary>The cases by their names, such as <c>csharp/read-chat</c>.</summary>
    internal IReadOnlyDictionary<string, Func<long, ulong>> All { get; }

    private void Add(Dictionary<string, Func<long, ulong>> cases, string message, PlainMessages.TryWrite write, ReadPayload read, VerifyPayload verify)
    {
        byte[][] payloads = [.. Enumerable.Range(0, Copies).Select(_ => PlainMessages.Payload(write))];
        cases.Add($"{Name}/write-{message}", count =>
        {
            ulong result = 0;
            for (long i = 0; i < count; i++)
            {
                result = write(_buffer, out _) ? 1ul : 0ul;
            }

            return result;
        });
        cases.Add($"{Name}/read-{message}", count =>
        {
            ulong result = 0;
            for (long i = 0; i < count; i++)
            {
                result = read(payloads[i & (Copies - 1)]);
            }

            return result;
        });
        cases.Add($"{Name}/verify-{message}", count =>
        {
            ulong result = 0;
            for (long i = 0; i < count; i++)
            {
                result = verify(payloads[i & (Copies - 1)]) ? 1ul : 0ul;
            }

            return result;
        });
    }

    private static ulong SeedSum(byte[] payload) =>
        P.TestPacket.View.TryCreate(payload, out P.TestPacket.View view) ? Sum(view.MsgUtf8) + (uint)view.Number : 0;

    private static ulong MoveSum(byte[] payload) =>
        P.Move.View.TryCreate(payload, out P.Move.View view)
            ? view.Entity + Sum(view.Position.GetValueOrDefault()) + Sum(view.Rotation.GetValueOrDefault()) + Sum(view.Velocity.GetValueOrDefault()) + (ulong)view.Time
            : 0;

    private static ulong ChatSum(byte[] payload) =>
        P.Chat.View.TryCreate(payload, out P.Chat.View view) ? (ulong)view.Channel + Sum(view.SenderUtf8) + Sum(view.TextUtf8) : 0;

    private static ulong InventorySum(byte[] payload)
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

    private static ulong SnapshotSum(byte[] payload)
    {
        if (!P.Snapshot.View.TryCreate(payload, out P.Snapshot.View view))
        {
            return 0;
        }

        ulong sum = view.Tick;
        foreach (ref readonly P.EntityState entity in view.Entities)
        {
            sum += entity.Entity + Sum(entity.Position) + Sum(entity.Rotation) + (ushort)entity.Health + (ulong)entity.Flags;
        }

        return sum;
    }

    private static ulong Sum(ReadOnlySpan<byte> text) => (ulong)text.Length + text[0];

    private static ulong Sum(P.Vec3 vector) => Bits(vector.X) + Bits(vector.Y) + Bits(vector.Z);

    private static ulong Sum(P.Quat quat) => Bits(quat.X) + Bits(quat.Y) + Bits(quat.Z) + Bits(quat.W);

    private static ulong Bits(float value) => BitConverter.SingleToUInt32Bits(value);
}
