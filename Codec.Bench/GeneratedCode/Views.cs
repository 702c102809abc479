extern alias packets;

using System;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>Reads every field through the generated views, as <see cref="HandWritten"/> does by hand.</summary>
internal static class Views
{
    internal static double ReadTestPacket(ReadOnlySpan<byte> payload) => P.TestPacketView.TryCreate(payload, out P.TestPacketView view)
        ? view.Number + HandWritten.Sum(view.MsgUtf8)
        : double.NaN;

    internal static double ReadMove(ReadOnlySpan<byte> payload) => P.MoveView.TryCreate(payload, out P.MoveView view)
        ? view.Entity + view.Time + HandWritten.Sum(view.Position.GetValueOrDefault()) + HandWritten.Sum(view.Rotation.GetValueOrDefault())
            + HandWritten.Sum(view.Velocity.GetValueOrDefault())
        : double.NaN;

    internal static double ReadChat(ReadOnlySpan<byte> payload) => P.ChatView.TryCreate(payload, out P.ChatView view)
        ? (byte)view.Channel + HandWritten.Sum(view.SenderUtf8) + HandWritten.Sum(view.TextUtf8)
        : double.NaN;

    internal static double ReadInventory(ReadOnlySpan<byte> payload)
    {
        if (!P.InventoryView.TryCreate(payload, out P.InventoryView view))
        {
            return double.NaN;
        }

        double sum = view.Owner;
        foreach (P.ItemView item in view.Items)
        {
            sum += item.Id + item.Count + HandWritten.Sum(item.NameUtf8);
            foreach (short modifier in item.Modifiers)
            {
                sum += modifier;
            }
        }

        return sum;
    }

    internal static double ReadSnapshot(ReadOnlySpan<byte> payload)
    {
        if (!P.SnapshotView.TryCreate(payload, out P.SnapshotView view))
        {
            return double.NaN;
        }

        double sum = view.Tick;
        foreach (ref readonly P.EntityState state in view.Entities)
        {
            sum += HandWritten.Sum(state);
        }

        return sum;
    }
}
