using Codec.Dispatch;

namespace Codec.FlatBuffers;

/// <summary>Registers handlers of tables that flatc generated. A payload that its schema does not allow does not reach the handler.</summary>
public static class FlatBufferRoutes
{
    /// <summary>Registers a handler of FlatBuffers payloads.</summary>
    /// <typeparam name="TState">The state that handlers get.</typeparam>
    /// <typeparam name="TRoot">flatc's type of the root table.</typeparam>
    /// <param name="routes">The routes.</param>
    /// <param name="id">The packets' id.</param>
    /// <param name="reader">Verifies the payloads by their schema.</param>
    /// <param name="handler">Called with each table, which is valid during the call.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="routes"/>, <paramref name="reader"/> or <paramref name="handler"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    public static PacketRoutes<TState> AddFlatBuffer<TState, TRoot>(
        this PacketRoutes<TState> routes, uint id, FlatBufferReader<TRoot> reader, PacketHandler<TState, TRoot> handler, PacketRules? rules = null)
        where TRoot : struct, IFlatbufferObject
    {
        Check(routes, reader, handler, nameof(handler));
        rules ??= PacketRules.None;
        return routes.AddGenerated(id, new FlatBufferRoute<TState, TRoot>(reader, handler), rules, rules.States);
    }

    /// <summary>Registers an asynchronous handler of FlatBuffers payloads.</summary>
    /// <typeparam name="TState">The state that handlers get.</typeparam>
    /// <typeparam name="TRoot">flatc's type of the root table.</typeparam>
    /// <typeparam name="TObject">The object that the handler owns.</typeparam>
    /// <param name="routes">The routes.</param>
    /// <param name="id">The packets' id.</param>
    /// <param name="reader">Verifies the payloads by their schema.</param>
    /// <param name="unpack">Copies a table into an object, such as <c>move => move.UnPack()</c>. It must not keep the table.</param>
    /// <param name="handler">Called with each object.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="routes"/>, <paramref name="reader"/>, <paramref name="unpack"/> or <paramref name="handler"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    public static PacketRoutes<TState> AddFlatBufferAsync<TState, TRoot, TObject>(
        this PacketRoutes<TState> routes,
        uint id,
        FlatBufferReader<TRoot> reader,
        Func<TRoot, TObject> unpack,
        AsyncPacketHandler<TState, TObject> handler,
        PacketRules? rules = null)
        where TRoot : struct, IFlatbufferObject
    {
        Check(routes, reader, unpack, nameof(unpack));
        rules ??= PacketRules.None;
        return routes.AddGeneratedAsync<TObject>(id, Read, handler, rules, rules.States);

        bool Read(in Packet packet, DispatchScratch scratch, out TObject message)
        {
            using PayloadBuffer? buffer = reader.Read(packet, scratch, out TRoot root);
            message = buffer is null ? default! : unpack(root);
            return buffer is not null;
        }
    }

    private static void Check(object? routes, object? reader, object? called, string parameter)
    {
        Throw.IfNull(routes, nameof(routes));

        Throw.IfNull(reader, nameof(reader));

        if (called is null)
        {
            Throw.ArgumentNull(parameter);
        }
    }
}
