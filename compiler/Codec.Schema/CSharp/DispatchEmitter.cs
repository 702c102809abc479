using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates a packet's handler type, and the methods that register handlers with the schema's id and limits.</summary>
internal sealed class DispatchEmitter
{
    private const string Packet = "in Framing_::Packet packet";
    private const string Scratch = "Wire_::DispatchScratch scratch";

    // No name in a schema can contain U+203F, so no type has the name of the class. Users never write the name.
    private const string Suffix = "\u203FRegistration";

    private readonly CodeWriter _code;
    private readonly PacketDefinition _packet;
    private readonly int? _limit;
    private readonly string _access;
    private readonly string _name;
    private readonly string _type;
    private readonly string _id;
    private readonly string _handler;

    /// <summary>Creates an emitter for a packet.</summary>
    /// <param name="code">The writer of the code.</param>
    /// <param name="name">The name of the table or struct in C#.</param>
    /// <param name="type">Its C# type.</param>
    /// <param name="members">The names of the members of that type.</param>
    /// <param name="packet">The packet attributes of the schema.</param>
    /// <param name="definition">The table or struct.</param>
    public DispatchEmitter(CodeWriter code, string name, string type, MemberNames members, PacketDefinition packet, Definition definition)
    {
        _code = code;
        _packet = packet;
        _limit = packet.LimitOf(definition);
        _access = CSharpNames.Access(definition);
        _name = name;
        _type = type;
        _id = $"{type}.{members["PacketId"]}";
        _handler = $"{type}.{members["Handler"]}";
    }

    /// <summary>Generates the delegate, which is a member of the packet's type.</summary>
    /// <param name="code">The writer of the code.</param>
    /// <param name="handler">The name of the delegate.</param>
    /// <param name="parameter">The type of the message, with <c>in</c> if it is a struct of the schema.</param>
    public static void EmitHandler(CodeWriter code, string handler, string parameter)
    {
        code.Gap();
        code.Line("/// <summary>Handles a verified message, valid only during the call.</summary>");
        code.Line($"public delegate void {handler}<in TState>(TState state, {parameter} message);");
    }

    /// <summary>Generates the class with the extension methods.</summary>
    /// <param name="isMessage">
    /// The C# condition that tests whether <c>packet.Payload</c> is a valid message, and declares <c>message</c>.
    /// </param>
    /// <param name="read">The C# statements that copy the payload to <c>message</c> and return whether it is valid.</param>
    public void Emit(string isMessage, string read)
    {
        string size = _limit is int limit ? $"MaxPayloadSize = {limit}, " : "";
        string packed = _packet.IsPacked ? "IsPacked = true, " : "";
        string directions = _packet.Direction switch
        {
            PacketDirection.Client => "ToServer",
            PacketDirection.Server => "ToClient",
            _ => "Both",
        };
        string routes = "Dispatch_::PacketRoutes<TState>";
        string add = $"public static {routes} Add{_name}";
        _code.Open($"{_access} static class {_name}{Suffix}");
        _code.Line($"private static readonly Dispatch_::PacketRules Rules = new() {{ {size}{packed}Directions = Dispatch_::PacketDirections.{directions} }};");
        _code.Line();
        _code.Line($"/// <summary>Registers a handler of {_name}, packet {_packet.Id}, in the connection states of PacketRules.InStates. Throws if the id already has a handler.</summary>");
        _code.Continued(
            $"{add}<TState>(this {routes} routes, {_handler}<TState> handler, Dispatch_::PacketStates states = default) =>",
            $"Wire_::GeneratedThrow.NotNull(routes, \"routes\").AddGenerated({_id}, new Route<TState>(Wire_::GeneratedThrow.NotNull(handler, \"handler\")), Rules, states);");
        _code.Line();
        _code.Line($"/// <summary>Registers an asynchronous handler of {_name}, packet {_packet.Id}, which owns its message.</summary>");
        _code.Continued(
            $"{add}Async<TState>(this {routes} routes, Dispatch_::AsyncPacketHandler<TState, {_type}> handler, Dispatch_::PacketStates states = default) =>",
            $"Wire_::GeneratedThrow.NotNull(routes, \"routes\").AddGeneratedAsync({_id}, Read, handler, Rules, states);");
        _code.Line();
        _code.Open($"private static bool Read({Packet}, {Scratch}, out {_type} message)");
        _code.Line(read);
        _code.Close();
        _code.Line();
        _code.Open($"private sealed class Route<TState> : Wire_::GeneratedRoute<TState>");
        _code.Line($"private readonly {_handler}<TState> _handler;");
        _code.Line($"public Route({_handler}<TState> handler) => _handler = handler;");
        _code.Line();
        _code.Open($"public override Packets_::PacketError Deliver({Packet}, TState state, {Scratch})");
        _code.Block($"if (!{isMessage})", "return Packets_::PacketError.PayloadInvalid;");
        _code.Line("_handler(state, message);");
        _code.Line("return Packets_::PacketError.None;");
        _code.Close();
        _code.Close();
        _code.Close();
    }
}
