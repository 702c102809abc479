using System;
using System.ComponentModel;
using Codec.Dispatch;

namespace Codec.Generated;

/// <summary>Registers the handlers of generated packets.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedRoutes
{
    /// <summary>Registers a route.</summary>
    /// <typeparam name="TState">The state that handlers get.</typeparam>
    /// <param name="routes">The routes to add to.</param>
    /// <param name="id">The packets' id.</param>
    /// <param name="route">The route; it belongs to <paramref name="routes"/> from now on.</param>
    /// <param name="rules">The schema's limits.</param>
    /// <returns><paramref name="routes"/>.</returns>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    public static PacketRoutes<TState> Add<TState>(PacketRoutes<TState> routes, uint id, GeneratedRoute<TState> route, PacketRules rules) =>
        routes.Add(id, route, rules);

    /// <summary>Registers an asynchronous handler.</summary>
    /// <typeparam name="TState">The state that handlers get.</typeparam>
    /// <typeparam name="TMessage">The message that the handler owns.</typeparam>
    /// <param name="routes">The routes to add to.</param>
    /// <param name="id">The packets' id.</param>
    /// <param name="read">Verifies and copies a payload.</param>
    /// <param name="handler">Called with each message.</param>
    /// <param name="rules">The schema's limits.</param>
    /// <returns><paramref name="routes"/>.</returns>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    public static PacketRoutes<TState> AddAsync<TState, TMessage>(
        PacketRoutes<TState> routes, uint id, GeneratedRead<TMessage> read, AsyncPacketHandler<TState, TMessage> handler, PacketRules rules) =>
        routes.Add(id, new AsyncRoute<TState, TMessage>(read, handler), rules);
}
