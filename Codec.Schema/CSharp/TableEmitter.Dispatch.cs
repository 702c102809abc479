using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private const string Dispatch = "global::Codec.Dispatch.";

    // The payload kind of one packet, and its registration under the schema's id and rules.
    private void EmitDispatch()
    {
        string handler = CSharpNames.Global(_table.Definition.FullName, "Handler");
        string route = CSharpNames.Global(_table.Definition.FullName, "Route");
        string name = _table.Name;
        _code.Line($"/// <summary>Handles a verified {name}.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Line("/// <param name=\"state\">What the dispatcher was made with.</param>");
        _code.Line("/// <param name=\"message\">The message; valid during the call.</param>");
        _code.Line($"public delegate void {name}Handler<in TState>(TState state, {_view} message);");
        _code.Line();
        _code.Line($"/// <summary>Payloads that are a {name}: verified, then read in place.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Open($"public sealed class {name}Route<TState> : {Dispatch}GeneratedRoute<TState>");
        _code.Line($"private readonly {handler}<TState> _handler;");
        _code.Line();
        _code.Line("/// <summary>Makes a route.</summary>");
        _code.Line("/// <param name=\"handler\">Gets each message.</param>");
        _code.Line("/// <exception cref=\"global::System.ArgumentNullException\"><paramref name=\"handler\"/> is null.</exception>");
        _code.Open($"public {name}Route({handler}<TState> handler)");
        _code.Line($"{Run}GeneratedThrow.CheckNotNull(handler, nameof(handler));");
        _code.Line("_handler = handler;");
        _code.Close();
        _code.Line();
        _code.Line("/// <inheritdoc/>");
        _code.Open($"protected override bool TryDeliver({ReadOnlySpan} payload, TState state)");
        _code.Open($"if (!{Helper("Codec")}.VerifyRoot(payload) || !{_view}.TryCreate(payload, out {_view} view))");
        _code.Line("return false;");
        _code.Close();
        _code.Line();
        _code.Line("_handler(state, view);");
        _code.Line("return true;");
        _code.Close();
        _code.Close();
        _code.Line();
        EmitRegistration(handler, route);
    }

    private void EmitRegistration(string handler, string route)
    {
        string size = Packet!.MaxSize is int limit ? $"MaxPayloadSize = {limit}, " : "";
        string directions = Packet.Direction switch
        {
            PacketDirection.Client => "ToServer",
            PacketDirection.Server => "ToClient",
            _ => "Both",
        };
        _code.Line($"/// <summary>Registers handlers of {_table.Name} under the schema's id and limits.</summary>");
        _code.Open($"public static class {_table.Name}Registration");
        _code.Line($"/// <summary>Registers a handler of {_table.Name}, packet {Packet.Id}.</summary>");
        _code.Line("/// <typeparam name=\"TState\">The handler's state.</typeparam>");
        _code.Line("/// <param name=\"routes\">Where to register it.</param>");
        _code.Line("/// <param name=\"handler\">Gets each message.</param>");
        _code.Line("/// <returns>The routes.</returns>");
        _code.Line("/// <exception cref=\"global::System.ArgumentNullException\">An argument is null.</exception>");
        _code.Line("/// <exception cref=\"global::System.ArgumentException\">The id is taken.</exception>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">A dispatcher uses the routes already.</exception>");
        _code.Open($"public static {Dispatch}PacketRoutes<TState> Add{_table.Name}<TState>(this {Dispatch}PacketRoutes<TState> routes, {handler}<TState> handler)");
        _code.Line($"{Run}GeneratedThrow.CheckNotNull(routes, nameof(routes));");
        _code.Line($"{Dispatch}PacketRules rules = new() {{ {size}Directions = {Dispatch}PacketDirections.{directions} }};");
        _code.Line($"return routes.Add({_plain}.PacketId, new {route}<TState>(handler), rules);");
        _code.Close();
        _code.Close();
    }
}
