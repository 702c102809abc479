using System;
using Codec.Payloads;

namespace Codec.Dispatch;

/// <summary>The conditions under which a packet of one type is accepted. Immutable and thread-safe.</summary>
public sealed class PacketRules
{
    /// <summary>The number of connection states: one bit each in <see cref="States"/>.</summary>
    public const int MaxStates = 32;

    /// <summary>Gets the rules that accept every packet of the format: any size, both directions, every connection state.</summary>
    public static PacketRules None { get; } = new();

    /// <summary>
    /// Gets the largest payload of this type, in bytes. The limit of the format applies too. For packed packets, this is the largest unpacked payload,
    /// and <see cref="int.MaxValue"/>, the default, means <see cref="PackedPayload.DefaultMaxSize"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxPayloadSize
    {
        get;
        init
        {
            if (value < 0)
            {
                Throw.NegativeMaxPayloadSize(value);
            }

            field = value;
        }
    } = int.MaxValue;

    /// <summary>Gets the sides that may send the packet, at least one.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined, or <see cref="PacketDirections.None"/>.</exception>
    public PacketDirections Directions
    {
        get;
        init
        {
            if (value is < PacketDirections.ToServer or > PacketDirections.Both)
            {
                Throw.NoSuchDirections(value);
            }

            field = value;
        }
    } = PacketDirections.Both;

    /// <summary>Gets the connection states in which the packet is accepted, at least one: bit n for state n. See <see cref="InStates"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is 0.</exception>
    public uint States
    {
        get;
        init
        {
            if (value == 0)
            {
                Throw.NoStates(value);
            }

            field = value;
        }
    } = uint.MaxValue;

    /// <summary>
    /// Gets whether payloads are packed (<see cref="PackedPayload"/>). The dispatcher then unpacks them into its memory before they are verified. A handler
    /// that <see cref="PacketRoutes{TState}.AddRaw"/> registered gets a packet without a header, whose payload is unpacked.
    /// </summary>
    public bool IsPacked { get; init; }

    /// <summary>Returns these rules for the given connection states.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0.</exception>
    internal PacketRules In(uint states) => states == States
        ? this
        : new PacketRules { MaxPayloadSize = MaxPayloadSize, Directions = Directions, States = states, IsPacked = IsPacked };

    /// <summary>Returns the bits of some connection states.</summary>
    /// <param name="states">The states' numbers, 0 to 31.</param>
    /// <returns>The bits, for <see cref="States"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="states"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is not between 0 and 31.</exception>
    public static uint InStates(params int[] states)
    {
        if (states is null)
        {
            Throw.ArgumentNull(nameof(states));
        }

        uint bits = 0;
        foreach (int state in states)
        {
            if ((uint)state >= MaxStates)
            {
                Throw.StateOutOfRange(state, MaxStates);
            }

            bits |= 1u << state;
        }

        return bits;
    }
}
