using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes what a packet has beside its payload's type: a handler, a route and the registration under the schema's id and rules.</summary>
internal sealed class DispatchEmitter
{
    private const string Dispatch = "global::Codec.Dispatch.";
    private const string Run = Emission.Run;

    private readonly CodeWriter _code;
    private readonly PacketDefinition _packet;
    private readonly string _fullName;
    private readonly string _name;
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
        _fullName = definition.FullName;
        _name = definition.Name;
        _parameter = parameter;
    }

    /// <summary>Writes the three types.</summary>
    /// <param name="condition">The C# condition that <c>payload</c> is the message, which declares <c>message</c>.</param>
    /// <param name="documentation">What the route does with a payload.</param>
    public void Emit(string condition, string documentation)
    {
        string handler = CSharpNames.Global(_fullName, "Handler");
        _code.Line($"/// <summary>Handles a {Emission.Escape(_name)} that was verified.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Line("/// <param name=\"state\">What the dispatcher was made with.</param>");
        _code.Line("/// <param name=\"message\">The message; valid during the call.</param>");
        _code.Line($"public delegate void {_name}Handler<in TState>(TState state, {_parameter} message);");
        _code.Line();
        _code.Line($"/// <summary>Payloads that are a {_name}: {documentation}.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Open($"public sealed class {_name}Route<TState> : {Dispatch}GeneratedRoute<TState>");
        _code.Line($"private readonly {handler}<TState> _handler;");
        _code.Line();
        _code.Line("/// <summary>Makes a route.</summary>");
        _code.Line("/// <param name=\"handler\">Gets each message.</param>");
        _code.Line("/// <exception cref=\"global::System.ArgumentNullException\"><paramref name=\"handler\"/> is null.</exception>");
        _code.Open($"public {_name}Route({handler}<TState> handler)");
        _code.Line($"{Run}GeneratedThrow.CheckNotNull(handler, nameof(handler));");
        _code.Line("_handler = handler;");
        _code.Close();
        _code.Line();
        _code.Line("/// <inheritdoc/>");
        _code.Open("protected override bool TryDeliver(global::System.ReadOnlySpan<byte> payload, TState state)");
        _code.Block($"if (!({condition}))", "return false;");
        _code.Line();
        _code.Line("_handler(state, message);");
        _code.Line("return true;");
        _code.Close();
        _code.Close();
        _code.Line();
        EmitRegistration(handler, CSharpNames.Global(_fullName, "Route"));
    }

    private void EmitRegistration(string handler, string route)
    {
        string size = _packet.MaxSize is int limit ? $"MaxPayloadSize = {limit}, " : "";
        string directions = _packet.Direction switch
        {
            PacketDirection.Client => "ToServer",
            PacketDirection.Server => "ToClient",
            _ => "Both",
        };
        _code.Line($"/// <summary>Registers handlers of {_name} under the schema's id and limits.</summary>");
        _code.Open($"public static class {_name}Registration");
        _code.Line($"/// <summary>Registers a handler of {_name}, packet {_packet.Id}.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Line("/// <param name=\"routes\">Where to register it.</param>");
        _code.Line("/// <param name=\"handler\">Gets each message.</param>");
        _code.Line("/// <returns>The routes.</returns>");
        _code.Line("/// <exception cref=\"global::System.ArgumentNullException\">An argument is null.</exception>");
        _code.Line("/// <exception cref=\"global::System.ArgumentException\">The id is taken.</exception>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">A dispatcher uses the routes already.</exception>");
        _code.Open($"public static {Dispatch}PacketRoutes<TState> Add{_name}<TState>(this {Dispatch}PacketRoutes<TState> routes, {handler}<TState> handler)");
        _code.Line($"{Run}GeneratedThrow.CheckNotNull(routes, nameof(routes));");
        _code.Line($"{Dispatch}PacketRules rules = new() {{ {size}Directions = {Dispatch}PacketDirections.{directions} }};");
        _code.Line($"return routes.Add({CSharpNames.Global(_fullName)}.PacketId, new {route}<TState>(handler), rules);");
        _code.Close();
        _code.Close();
    }
}
