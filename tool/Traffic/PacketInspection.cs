namespace Codec.Cli.Traffic;

/// <summary>The result of inspecting a packet: its message in the schema, and its errors.</summary>
/// <param name="Message">The type of the payload, or <see langword="null"/> if the schema has no such packet, or there is no schema.</param>
internal readonly record struct PacketInspection(PayloadMessage? Message, PacketError Error, PayloadProblem? Problem)
{
    public bool IsValid => Error == PacketError.None;

    /// <summary>Gets whether the payload can be read with the schema, even if the packet may not be sent in its direction.</summary>
    public bool IsReadable { get; private init; }

    /// <summary>Gets the numbers of a payload that may be sent as a difference, and of the one that it differs from, or 0.</summary>
    public (byte Number, byte Baseline)? Delta { get; private init; }

    /// <summary>Gets whether nothing states which side made the capture, so the client is assumed.</summary>
    public bool IsSideAssumed { get; private init; }

    /// <summary>Inspects a packet, and unpacks it if it is not unpacked yet.</summary>
    /// <param name="schema">The schema. If it is <see langword="null"/>, every packet is valid.</param>
    /// <param name="type">The type of the payload, or <see langword="null"/> to use the type that belongs to the id.</param>
    /// <param name="isServer">Whether the server made the capture, so that packets to it are inbound; or <see langword="null"/> to use what the capture states.</param>
    public static PacketInspection Of(ref TracedPacket packet, PayloadUnpacker unpacker, PayloadSchema? schema, PayloadMessage? type, bool? isServer)
    {
        if (schema is null)
        {
            return default;
        }

        PayloadMessage? message = type ?? schema.Find(packet.Id);
        if (message is null)
        {
            return new PacketInspection(null, PacketError.UnknownId, null);
        }

        // A payload whose type is given was not sent in a packet, so it is not packed.
        PacketError error = PacketError.None;
        (byte, byte)? delta = null;
        if (message.IsPacked && type is null)
        {
            delta = message.Baselines > 0 && packet.Wire.Length > 1 ? (packet.Wire[0], packet.Wire[1]) : null;
            ReadOnlySpan<byte> payload = packet.Payload;
            if (packet.Packed.IsEmpty)
            {
                error = unpacker.Unpack(packet, message, out payload);
                packet = error == PacketError.None ? packet with { Payload = payload, Packed = packet.Payload } : packet;
            }
        }

        PayloadProblem? problem = error == PacketError.None ? message.FindProblem(packet.Payload) : null;

        // A capture may begin after the baseline, which does not make the packet invalid.
        bool isUnknown = error == PacketError.BaselineMissing;
        error = isUnknown ? PacketError.None : problem?.Error ?? error;

        // A receiver rejects the direction before it reads the payload.
        PacketError first = IsAllowed(packet.Direction, message, isServer ?? packet.IsServer) ? error : PacketError.IdNotAllowed;
        return new PacketInspection(message, first, problem)
        {
            IsReadable = error == PacketError.None && !isUnknown,
            IsSideAssumed = isServer is null && !packet.IsServer,
            Delta = delta,
        };
    }

    public string Describe() => Error switch
    {
        PacketError.PayloadTooLarge when Problem is not null => $"PayloadTooLarge: {Problem}.",
        PacketError.PayloadInvalid => $"PayloadInvalid at byte {Problem!.Offset} of the payload: {Problem}.",
        PacketError.IdNotAllowed => $"IdNotAllowed: only the {(Message!.Packet!.Direction == PacketDirection.Client ? "client" : "server")} may send {Message.Name}."
            + (IsSideAssumed ? " If the server made the capture, give --captured-by server." : ""),
        PacketError.UnknownId => "UnknownId: the schema has no packet with this id.",
        _ => Message is null ? Error.ToString() : PayloadUnpacker.Describe(Error, Message),
    };

    private static bool IsAllowed(CaptureDirection direction, PayloadMessage message, bool isServer)
    {
        bool isFromServer = direction == CaptureDirection.Outbound == isServer;
        return direction == CaptureDirection.Unknown || message.Packet is not { Direction: not PacketDirection.Both } packet
            || packet.Direction == PacketDirection.Server == isFromServer;
    }
}
