extern alias packets;

using System;
using System.Runtime.CompilerServices;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>Reads every field through the generated views, like the code of <see cref="HandWritten"/>: without or with verification.</summary>
/// <remarks>
/// The flat messages are inlined on both sides. The others are not: the JIT's budget for inlining into a small caller is small, and the code that
/// exceeds it is called.
/// </remarks>
internal static class Views
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadTestPacket(ReadOnlySpan<byte> payload) =>
        P.TestPacket.View.TryCreate(payload, out P.TestPacket.View view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadMove(ReadOnlySpan<byte> payload) =>
        P.Move.View.TryCreate(payload, out P.Move.View view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ReadChat(ReadOnlySpan<byte> payload) =>
        P.Chat.View.TryCreate(payload, out P.Chat.View view) ? Read(view) : double.NaN;

    internal static double ReadInventory(ReadOnlySpan<byte> payload) =>
        P.Inventory.View.TryCreate(payload, out P.Inventory.View view) ? Read(view) : double.NaN;

    internal static double ReadSnapshot(ReadOnlySpan<byte> payload) =>
        P.Snapshot.View.TryCreate(payload, out P.Snapshot.View view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double VerifyAndReadTestPacket(ReadOnlySpan<byte> payload) =>
        P.TestPacket.View.TryCreateVerified(payload, out P.TestPacket.View view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double VerifyAndReadMove(ReadOnlySpan<byte> payload) =>
        P.Move.View.TryCreateVerified(payload, out P.Move.View view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double VerifyAndReadChat(ReadOnlySpan<byte> payload) =>
        P.Chat.View.TryCreateVerified(payload, out P.Chat.View view) ? Read(view) : double.NaN;

    internal static double VerifyAndReadInventory(ReadOnlySpan<byte> payload) =>
        P.Inventory.View.TryCreateVerified(payload, out P.Inventory.View view) ? Read(view) : double.NaN;

    internal static double VerifyAndReadSnapshot(ReadOnlySpan<byte> payload) =>
        P.Snapshot.View.TryCreateVerified(payload, out P.Snapshot.View view) ? Read(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Read(P.TestPacket.View view) => view.Number + HandWritten.Sum(view.MsgUtf8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Read(P.Move.View view) =>
        view.Entity + view.Time + HandWritten.Sum(view.Position.GetValueOrDefault()) + HandWritten.Sum(view.Rotation.GetValueOrDefault())
            + HandWritten.Sum(view.Velocity.GetValueOrDefault());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Read(P.Chat.View view) =>
        (byte)view.Channel + HandWritten.Sum(view.SenderUtf8) + HandWritten.Sum(view.TextUtf8);

    private static double Read(P.Inventory.View view)
    {
        double sum = view.Owner;
        long whole = 0;
        foreach (P.Item.View item in view.Items)
        {
            whole += item.Id + item.Count + HandWritten.Sum(item.NameUtf8);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    private static double Read(P.Snapshot.View view)
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
