extern alias packets;

using System;
using System.Runtime.CompilerServices;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>Reads every field through the generated views, as <see cref="HandWritten"/> does by hand: as the bytes come, or verified first.</summary>
/// <remarks>
/// The flat messages are put in line on both sides. The others are not: a caller of a few instructions has little budget for inlining, and what
/// goes beyond it becomes calls.
/// </remarks>
internal static class Views
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadTestPacket(ReadOnlySpan<byte> payload) =>
        P.TestPacketView.TryCreate(payload, out P.TestPacketView view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadMove(ReadOnlySpan<byte> payload) =>
        P.MoveView.TryCreate(payload, out P.MoveView view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadChat(ReadOnlySpan<byte> payload) =>
        P.ChatView.TryCreate(payload, out P.ChatView view) ? Read(view) : double.NaN;

    internal static double ReadInventory(ReadOnlySpan<byte> payload) =>
        P.InventoryView.TryCreate(payload, out P.InventoryView view) ? Read(view) : double.NaN;

    internal static double ReadSnapshot(ReadOnlySpan<byte> payload) =>
        P.SnapshotView.TryCreate(payload, out P.SnapshotView view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double VerifyAndReadTestPacket(ReadOnlySpan<byte> payload) =>
        P.TestPacketView.TryCreateVerified(payload, out P.TestPacketView view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double VerifyAndReadMove(ReadOnlySpan<byte> payload) =>
        P.MoveView.TryCreateVerified(payload, out P.MoveView view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double VerifyAndReadChat(ReadOnlySpan<byte> payload) =>
        P.ChatView.TryCreateVerified(payload, out P.ChatView view) ? Read(view) : double.NaN;

    internal static double VerifyAndReadInventory(ReadOnlySpan<byte> payload) =>
        P.InventoryView.TryCreateVerified(payload, out P.InventoryView view) ? Read(view) : double.NaN;

    internal static double VerifyAndReadSnapshot(ReadOnlySpan<byte> payload) =>
        P.SnapshotView.TryCreateVerified(payload, out P.SnapshotView view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Read(P.TestPacketView view) => view.Number + HandWritten.Sum(view.MsgUtf8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Read(P.MoveView view) =>
        view.Entity + view.Time + HandWritten.Sum(view.Position.GetValueOrDefault()) + HandWritten.Sum(view.Rotation.GetValueOrDefault())
            + HandWritten.Sum(view.Velocity.GetValueOrDefault());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Read(P.ChatView view) =>
        (byte)view.Channel + HandWritten.Sum(view.SenderUtf8) + HandWritten.Sum(view.TextUtf8);

    private static double Read(P.InventoryView view)
    {
        double sum = view.Owner;
        long whole = 0;
        foreach (P.ItemView item in view.Items)
        {
            whole += item.Id + item.Count + HandWritten.Sum(item.NameUtf8);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    private static double Read(P.SnapshotView view)
    {
        double sum = view.Tick;
        long whole = 0;
        foreach (ref readonly P.EntityState state in view.Entities)
        {
            sum += HandWritten.Sum(state.Position) + HandWritten.Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }
}
