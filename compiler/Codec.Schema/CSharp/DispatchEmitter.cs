namespace Codec.Schema.CSharp;

/// <summary>Generates the code of a packet: its interface, its handler type, and the methods that register handlers.</summary>
internal sealed class DispatchEmitter(string name, string type, MemberNames members, PacketDefinition packet, Definition definition)
{
    // No name in a schema can contain U+203F, so no type has the name of the class. Users never write the name.
    private const string Suffix = "\u203FRegistration";

    /// <summary>Returns the delegate, which is a member of the packet's type.</summary>
    public static string Handler(string handler, string parameter) => $"""
        /// <summary>Handles a verified message, valid only during the call.</summary>
        public delegate void {handler}<in TState>(TState state, {parameter} message);
        """;

    /// <summary>
    /// Returns the explicit implementation of <c>Codec.Packets.IPacket</c>, without the members that public methods with the same names
    /// implement.
    /// </summary>
    public static string Packet(
        PacketDefinition packet, string modifier, MemberNames members, string size, string tryWrite, Definition definition, uint[] shape)
    {
        const string Signature = "bool Packets_::IPacket.TryWrite(Sys_::Span<byte> destination, out int written)";
        string fullName = CSharpNames.Quote(definition.FullName);
        string getId = $"{modifier}uint Packets_::IPacket.Id => {members["PacketId"]};";
        string limit = packet.LimitOf(definition) is int max ? CodeText.Of($"{max}") : "";
        if (packet.IsPacked)
        {
            bool isDelta = packet.Baselines > 0;
            (string maxSize, string tryPack) = isDelta ? ("MaxDeltaSize", "TryPackWhole") : ("MaxSize", "TryPack");
            string delta = !isDelta ? "" : CodeText.Of($$"""
                {{modifier}}Wire_::PayloadShape Wire_::IDeltaPacket.Shape => {{members["PacketShape"]}};
                {{modifier}}int Wire_::IDeltaPacket.Baselines => {{packet.Baselines}};
                {{modifier}}int Wire_::IDeltaPacket.Limit => {{limit}};
                {{modifier}}int Wire_::IDeltaPacket.GetMaxPayloadSize() => {{size}};
                {{modifier}}bool Wire_::IDeltaPacket.TryWritePayload(Sys_::Span<byte> destination, out int written) => \
                {{tryWrite}}(destination, out written);
                """);
            return CodeText.Of($$"""
                /// <summary>What PackedPayload must know of the payload. A raw handler needs it in its PacketRules.</summary>
                public static Wire_::PayloadShape {{members["PacketShape"]}} { get; } = new Wire_::PayloadShape(new uint[]
                {
                    {{PackingShape.Lines(shape)}}
                });
                {{getId}}
                {{modifier}}int Packets_::IPacket.GetMaxByteCount() => Wire_::PackingScratch.{{maxSize}}({{size}}, {{limit}});
                {{modifier}}{{Signature}}
                {
                    using Wire_::PackingScratch scratch = Wire_::PackingScratch.Take();
                    while (!{{tryWrite}}(scratch.Bytes, out written)) { scratch.Grow({{size}}, {{fullName}}); }
                    return scratch.{{tryPack}}({{members["PacketShape"]}}, destination, ref written, {{limit}}, {{fullName}});
                }
                {{delta}}
                """);
        }

        // If memory of the limit is too short, CheckLimit throws.
        string check = limit.Length == 0 ? "" : $" ? Wire_::GeneratedWriter.CheckLimit(written, {limit}, {fullName})"
            + $" : destination.Length >= {limit} && !Wire_::GeneratedWriter.CheckLimit({size}, {limit}, {fullName})";
        bool isImplemented = limit.Length == 0 && tryWrite == "TryWrite";
        return CodeText.Lines(
            getId,
            size == "GetMaxByteCount()" ? "" : $"{modifier}int Packets_::IPacket.GetMaxByteCount() => {size};",
            isImplemented ? "" : $"{modifier}{Signature} => {tryWrite}(destination, out written){check};");
    }

    public static string Interface(PacketDefinition packet) => packet.Baselines > 0 ? "Wire_::IDeltaPacket" : "Packets_::IPacket";

    /// <summary>Returns the class with the extension methods.</summary>
    /// <param name="isMessage">
    /// The C# condition that tests whether <c>packet.Payload</c> is a valid message, and declares <c>message</c>.
    /// </param>
    /// <param name="read">The C# statements that copy the payload to <c>message</c> and return whether it is valid.</param>
    /// <param name="ask">The members with which a request is sent, or an empty text.</param>
    /// <param name="search">The member <c>FindInvalidField</c>, or an empty text.</param>
    public string Emit(string isMessage, string read, string ask, string search = "")
    {
        const string Routes = "Dispatch_::PacketRoutes<TState>";
        const string States = "Dispatch_::PacketStates states = default";
        const string CheckedRoutes = "Wire_::GeneratedThrow.NotNull(routes, \"routes\")";
        const string Arguments = "in Framing_::Packet packet, Wire_::DispatchScratch scratch";
        string id = $"{type}.{members["PacketId"]}";
        string handler = $"{type}.{members["Handler"]}<TState>";
        string size = packet.LimitOf(definition) is int limit ? CodeText.Of($"MaxPayloadSize = {limit}, ") : "";
        string baselines = packet.Baselines > 0 ? CodeText.Of($"Baselines = {packet.Baselines}, ") : "";
        string packed = packet.IsPacked ? $"Shape = {type}.{members["PacketShape"]}, {baselines}" : "";
        string find = search.Length == 0 ? "" : ", FindInvalidField = FindInvalidField";
        string directions = packet.Direction switch
        {
            PacketDirection.Client => "ToServer",
            PacketDirection.Server => "ToClient",
            _ => "Both",
        };
        return CodeText.Of($$"""
            {{CSharpNames.Access(definition)}} static class {{name}}{{Suffix}}
            {
                private static readonly Dispatch_::PacketRules Rules = new() { {{size}}{{packed}}Directions = \
                Dispatch_::PacketDirections.{{directions}}, Name = {{CSharpNames.Quote(definition.FullName)}}{{find}} };

                /// <summary>Registers a handler of {{name}}, packet {{packet.Id}}, in the connection states of PacketRules.InStates. \
                Throws if the id already has a handler.</summary>
                public static {{Routes}} Add{{name}}<TState>(this {{Routes}} routes, {{handler}} handler, {{States}}) =>
                    {{CheckedRoutes}}.AddGenerated({{id}}, new Route<TState>(Wire_::GeneratedThrow.NotNull(handler, "handler")), Rules, \
                    states);

                /// <summary>Registers an asynchronous handler of {{name}}, packet {{packet.Id}}, which owns its message.</summary>
                public static {{Routes}} Add{{name}}Async<TState>(this {{Routes}} routes, \
                Dispatch_::AsyncPacketHandler<TState, {{type}}> handler, {{States}}) =>
                    {{CheckedRoutes}}.AddGeneratedAsync({{id}}, Read, handler, Rules, states);

                private static bool Read({{Arguments}}, out {{type}} message)
                {
                    {{read}}
                }
                {{ask}}
                {{search}}

                private sealed class Route<TState> : Wire_::GeneratedRoute<TState>
                {
                    private readonly {{handler}} _handler;
                    public Route({{handler}} handler) => _handler = handler;

                    public override Packets_::PacketError Deliver(in Framing_::Packet packet, TState state, Wire_::DispatchScratch scratch)
                    {
                        if (!{{isMessage}}) { return Packets_::PacketError.PayloadInvalid; }
                        _handler(state, message);
                        return Packets_::PacketError.None;
                    }
                }
            }
            """);
    }
}
