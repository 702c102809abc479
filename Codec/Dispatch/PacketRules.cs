using Codec.Generated;
using Codec.Payloads;

namespace Codec.Dispatch;

/// <summary>The conditions under which a packet of one type is accepted. Immutable and thread-safe.</summary>
public sealed class PacketRules
{
    /// <summary>The number of connection states: 32, with the numbers 0 to 31.</summary>
    public const int MaxStates = 32;

    internal const int MaxBaselines = 64;

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

    /// <summary>Gets the connection states in which the packet is accepted: by default, all. See <see cref="InStates"/>.</summary>
    public PacketStates States { get; init; }

    /// <summary>
    /// Gets the shape with which payloads are packed (<see cref="PackedPayload"/>); <see langword="null"/>, the default, if they are not. The dispatcher
    /// unpacks them into its memory before they are verified. A handler that <see cref="PacketRoutes{TState}.AddRaw"/> registered gets a packet without
    /// a header, whose payload is unpacked.
    /// </summary>
    public PayloadShape? Shape { get; init; }

    /// <summary>
    /// Gets the number of earlier payloads that the dispatcher keeps, because a payload may be sent as the difference to one of them: 1 to 64. If it is
    /// 0, the default, payloads are not sent as differences. Requires a <see cref="Shape"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative or more than 64.</exception>
    public int Baselines
    {
        get;
        init
        {
            if (value is < 0 or > MaxBaselines)
            {
                Throw.BaselinesOutOfRange(value);
            }

            field = value;
        }
    }

    /// <summary>Gets the name of the packet, for the message of an <see cref="Codec.Framing.InvalidPacketException"/>.</summary>
    public string? Name { get; init; }

    /// <summary>Gets the delegate that finds the invalid field of a rejected payload. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public GeneratedFieldSearch? FindInvalidField { get; init; }

    /// <summary>Returns these rules for the given connection states.</summary>
    internal PacketRules In(PacketStates states) => states == States
        ? this
        : new PacketRules
        {
            MaxPayloadSize = MaxPayloadSize,
            Directions = Directions,
            States = states,
            Shape = Shape,
            Baselines = Baselines,
            Name = Name,
            FindInvalidField = FindInvalidField,
        };

    /// <summary>Returns a set of connection states, for <see cref="States"/> and for <c>AddX</c> of a generated packet.</summary>
    /// <param name="states">The states' numbers, 0 to 31, at least one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="states"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="states"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is not between 0 and 31.</exception>
    public static PacketStates InStates(params int[] states)
    {
        Throw.IfNull(states, nameof(states));

        if (states.Length == 0)
        {
            Throw.NoStates(nameof(states));
        }

        uint bits = 0;
        foreach (int state in states)
        {
            if ((uint)state >= MaxStates)
            {
                Throw.StateOutOfRange(state);
            }

            bits |= 1u << state;
        }

        return new PacketStates(bits);
    }
}
