using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes a packet's handler type, and the methods that register handlers under the schema's id and limits.</summary>
internal sealed class DispatchEmitter
{
    private const string Dispatch = "global::Codec.Dispatch.";
    private const string Generated = "global::Codec.Generated.";
    private const string Packet = "in global::Codec.Framing.Packet packet";
    private const string Error = "global::Codec.Packets.PacketError";
    private const string Scratch = Generated + "DispatchScratch scratch";

    private readonly CodeWriter _code;
    private readonly PacketDefinition _packet;
    private readonly string _name;
    private readonly string _type;
    private readonly string _handler;
    private readonly string _parameter;

    /// <summary>Takes a packet.</summary>
    /// <param name="code">Where to write.</param>
    /// <param name="definition">The table or struct.</param>
    /// <param name="packet">What its attributes say.</param>
    /// <param name="parameter">How a handler takes the message: its type, with <c>in</c> where that is cheaper.</param>
    public DispatchEmitter(CodeWriter code, Definition definition, PacketDefinition packet, string parameter)
    {
        _code = code;
        _packet = packet;
        _name = definition.Name;
        _type = CSharpNames.Global(definition.FullName);
        _handler = CSharpNames.Global(definition.FullName, "Handler");
        _parameter = parameter;
    }

    /// <summary>Writes the two types.</summary>
    /// <param name="isMessage">The C# condition that the bytes of <c>packet.Payload</c> are the message, which declares <c>message</c>.</param>
    /// <param name="read">The C# statements that copy the payload to <c>message</c> and return whether they are the message.</param>
    public void Emit(string isMessage, string read)
    {
        _code.Line($"/// <summary>Handles a verified {Emission.Escape(_name)}.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Line("/// <param name=\"state\">The state that the dispatcher was created with.</param>");
        _code.Line("/// <param name=\"message\">The message; valid during the call.</param>");
        _code.Line($"public delegate void {_name}Handler<in TState>(TState state, {_parameter} message);");
        _code.Line();
        string size = _packet.MaxSize is int limit ? $"MaxPayloadSize = {limit}, " : "";
        string directions = _packet.Direction switch
        {
            PacketDirection.Client => "ToServer",
            PacketDirection.Server => "ToClient",
            _ => "Both",
        };
        _code.Line($"/// <summary>Registers handlers of {_name} under the schema's id and limits.</summary>");
        _code.Open($"public static class {_name}Registration");
        _code.Line($"private static readonly {Dispatch}PacketRules Rules = new() {{ {size}Directions = {Dispatch}PacketDirections.{directions} }};");
        _code.Line();
        EmitAdd("", "a handler", "Called with each message.", $"{_handler}<TState>");
        _code.Line($"{Emission.Run}GeneratedThrow.CheckNotNull(handler, nameof(handler));");
        _code.Line($"return routes.AddGenerated({_type}.PacketId, new Route<TState>(handler), Rules);");
        _code.Close();
        _code.Line();
        EmitAdd("Async", "an asynchronous handler", "Called with each message, which it owns.", $"{Dispatch}AsyncPacketHandler<TState, {_type}>");
        _code.Line($"return routes.AddGeneratedAsync({_type}.PacketId, Read, handler, Rules);");
        _code.Close();
        _code.Line();
        _code.Open($"private static bool Read({Packet}, {Scratch}, out {_type} message)");
        _code.Line(read);
        _code.Close();
        _code.Line();
        EmitRoute(isMessage);
        _code.Close();
    }

    private void EmitAdd(string suffix, string what, string called, string handler)
    {
        _code.Line($"/// <summary>Registers {what} of {_name}, packet {_packet.Id}.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Line("/// <param name=\"routes\">The routes to add to.</param>");
        _code.Line($"/// <param name=\"handler\">{called}</param>");
        _code.Line("/// <returns>The routes.</returns>");
        _code.Line("/// <exception cref=\"global::System.ArgumentNullException\">An argument is null.</exception>");
        _code.Line("/// <exception cref=\"global::System.ArgumentException\">The id has a handler already.</exception>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">A dispatcher uses the routes already.</exception>");
        _code.Open($"public static {Dispatch}PacketRoutes<TState> Add{_name}{suffix}<TState>(this {Dispatch}PacketRoutes<TState> routes, {handler} handler)");
        _code.Line($"{Emission.Run}GeneratedThrow.CheckNotNull(routes, nameof(routes));");
    }

    private void EmitRoute(string isMessage)
    {
        _code.Open($"private sealed class Route<TState> : {Generated}GeneratedRoute<TState>");
        _code.Line($"private readonly {_handler}<TState> _handler;");
        _code.Line();
        _code.Line($"public Route({_handler}<TState> handler) => _handler = handler;");
        _code.Line();
        _code.Open($"public override {Error} Deliver({Packet}, TState state, {Scratch})");
        _code.Block($"if (!({isMessage}))", $"return {Error}.PayloadInvalid;");
        _code.Line();
        _code.Line("_handler(state, message);");
        _code.Line($"return {Error}.None;");
        _code.Close();
        _code.Close();
    }
}
