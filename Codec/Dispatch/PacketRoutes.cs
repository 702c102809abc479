using Codec.Framing;
using Codec.Generated;
using Codec.Payloads;

namespace Codec.Dispatch;

/// <summary>The handlers by id: filled once, then shared by the dispatchers of all connections.</summary>
/// <typeparam name="TState">The state that handlers get, one per dispatcher: the connection or the player, for instance.</typeparam>
/// <remarks>
/// <para>
/// Adding is not thread-safe. Creating the first dispatcher makes the routes immutable and thread-safe. A handler is shared by all dispatchers, so it must keep
/// the data of one connection in the state.
/// </para>
/// <para>
/// The lookup of an id up to 65,535 is two array accesses; pages of 256 ids take memory only if they are used. Larger ids are in a hash table.
/// </para>
/// </remarks>
public sealed class PacketRoutes<TState>
{
    private const int PageSize = 256;

    private readonly Dictionary<uint, GeneratedRoute<TState>> _routes = [];

    // Facts that only the exception for a rejected packet needs.
    private readonly Dictionary<uint, PacketRules> _rules = [];
    private GeneratedRoute<TState>? _default;
    private GeneratedRoute<TState>?[][]? _pages;

    /// <summary>Registers a handler of packets whose payload is not verified.</summary>
    /// <param name="id">The packets' id.</param>
    /// <param name="handler">Called with each packet.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    public PacketRoutes<TState> AddRaw(uint id, RawPacketHandler<TState> handler, PacketRules? rules = null) =>
        Add(id, new RawRoute<TState>(handler), rules);

    /// <summary>Registers an asynchronous handler of packets whose payload is not verified.</summary>
    /// <param name="id">The packets' id.</param>
    /// <param name="handler">Called with a copy of each packet, which it must dispose.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    public PacketRoutes<TState> AddRawAsync(uint id, AsyncPacketHandler<TState, PacketLease> handler, PacketRules? rules = null) =>
        Add(id, new AsyncRoute<TState, PacketLease>(RawRoute<TState>.Read, handler), rules);

    /// <summary>Registers a handler of struct payloads.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="id">The packets' id.</param>
    /// <param name="handler">Called with each struct.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    /// <exception cref="NotSupportedException">The struct's layout is not that of C++; the message names the field.</exception>
    public PacketRoutes<TState> AddStruct<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>(
        uint id, PacketHandler<TState, T> handler, PacketRules? rules = null)
        where T : struct => Add(id, new StructRoute<TState, T>(handler), rules);

    /// <summary>Registers an asynchronous handler of struct payloads.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="id">The packets' id.</param>
    /// <param name="handler">Called with a copy of each struct.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    /// <exception cref="NotSupportedException">The struct's layout is not that of C++; the message names the field.</exception>
    public PacketRoutes<TState> AddStructAsync<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>(
        uint id, AsyncPacketHandler<TState, T> handler, PacketRules? rules = null)
        where T : struct
    {
        StructPayload<T> payload = new();
        return Add(id, new AsyncRoute<TState, T>((in Packet packet, DispatchScratch _, out T message) => payload.TryRead(packet.Payload, out message), handler), rules);
    }

    /// <summary>Registers the handler of packets whose id has no handler. With it, no id is unknown to the dispatcher.</summary>
    /// <param name="handler">Called with each packet.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The rules have <see cref="PacketRules.Baselines"/>.</exception>
    /// <exception cref="InvalidOperationException">There is a default handler already, or a dispatcher uses the routes already.</exception>
    public PacketRoutes<TState> AddDefault(RawPacketHandler<TState> handler, PacketRules? rules = null) =>
        AddDefault(new RawRoute<TState>(handler), rules);

    /// <summary>
    /// Registers the asynchronous handler of packets whose id has no handler. With it, no id is unknown to the dispatcher.
    /// </summary>
    /// <param name="handler">Called with a copy of each packet, which it must dispose.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The rules have <see cref="PacketRules.Baselines"/>.</exception>
    /// <exception cref="InvalidOperationException">There is a default handler already, or a dispatcher uses the routes already.</exception>
    public PacketRoutes<TState> AddDefaultAsync(AsyncPacketHandler<TState, PacketLease> handler, PacketRules? rules = null) =>
        AddDefault(new AsyncRoute<TState, PacketLease>(RawRoute<TState>.Read, handler), rules);

    /// <summary>For generated code: registers a route.</summary>
    /// <param name="id">The packets' id.</param>
    /// <param name="route">The route. It belongs to this instance from now on.</param>
    /// <param name="rules">The schema's limits.</param>
    /// <param name="states">The connection states in which the packet is accepted.</param>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public PacketRoutes<TState> AddGenerated(uint id, GeneratedRoute<TState> route, PacketRules rules, PacketStates states) => Add(id, route, rules.In(states));

    /// <summary>For generated code: registers an asynchronous handler.</summary>
    /// <typeparam name="TMessage">The message that the handler owns.</typeparam>
    /// <param name="id">The packets' id.</param>
    /// <param name="read">Verifies and copies a payload.</param>
    /// <param name="handler">Called with each message.</param>
    /// <param name="rules">The schema's limits.</param>
    /// <param name="states">The connection states in which the packet is accepted.</param>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id has a handler already.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the routes already.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public PacketRoutes<TState> AddGeneratedAsync<TMessage>(
        uint id, GeneratedRead<TMessage> read, AsyncPacketHandler<TState, TMessage> handler, PacketRules rules, PacketStates states) =>
        Add(id, new AsyncRoute<TState, TMessage>(read, handler), rules.In(states));

    /// <summary>Returns one bit for each side and connection state: 0 to 31 for packets of the client, 32 to 63 for packets of the server.</summary>
    internal static ulong AcceptedBits(PacketDirections directions, uint states) =>
        ((directions & PacketDirections.ToServer) != 0 ? states : 0ul) | ((directions & PacketDirections.ToClient) != 0 ? (ulong)states << PacketRules.MaxStates : 0ul);

    /// <summary>Returns the rules of an id. An id without its own handler has <see cref="PacketRules.None"/>.</summary>
    internal PacketRules RulesOf(uint id) => _rules.TryGetValue(id, out PacketRules? rules) ? rules : PacketRules.None;

    /// <summary>Ends registration.</summary>
    /// <returns>The pages of the ids up to 65,535. The caller must not change them.</returns>
    internal GeneratedRoute<TState>?[][] Freeze()
    {
        // Two threads may create the pages at the same time. Both results are equal.
        return _pages ??= CreatePages();
    }

    /// <summary>Returns the route of an id above 65,535, or the default route.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal GeneratedRoute<TState>? FindWide(uint id) => _routes.TryGetValue(id, out GeneratedRoute<TState>? route) ? route : _default;

    /// <summary>Returns the route of an id; the default route if it has none; <see langword="null"/> if there is no default route.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static GeneratedRoute<TState>? Find(GeneratedRoute<TState>?[][] pages, PacketRoutes<TState> routes, uint id)
    {
        uint page = id / PageSize;
        return page < (uint)pages.Length ? pages[page][id % PageSize] : routes.FindWide(id);
    }

    private static GeneratedRoute<TState> WithRules(GeneratedRoute<TState> route, PacketRules? rules)
    {
        rules ??= PacketRules.None;
        if (rules.Shape is { } shape)
        {
            // The limit applies to the unpacked payload. The format limits the packed one.
            route = new PackedRoute<TState>(route, shape, PackedPayload.GetLimit(rules.MaxPayloadSize), rules.Baselines);
        }

        route.MaxPayloadSize = rules.Shape is not null ? int.MaxValue : rules.MaxPayloadSize;
        route.Accepted = AcceptedBits(rules.Directions, rules.States.Bits);
        return route;
    }

    private PacketRoutes<TState> Add(uint id, GeneratedRoute<TState> route, PacketRules? rules)
    {
        if (_pages is not null)
        {
            Throw.RoutesInUse(id);
        }

        if (_routes.ContainsKey(id))
        {
            Throw.IdTaken(id);
        }

        _routes.Add(id, WithRules(route, rules));
        _rules.Add(id, rules ?? PacketRules.None);
        return this;
    }

    private PacketRoutes<TState> AddDefault(GeneratedRoute<TState> route, PacketRules? rules)
    {
        if (_pages is not null)
        {
            Throw.DefaultRouteInUse();
        }

        if (_default is not null)
        {
            Throw.DefaultRouteTaken();
        }

        if (rules?.Baselines > 0)
        {
            Throw.DefaultRouteWithBaselines(nameof(rules));
        }

        _default = WithRules(route, rules);
        return this;
    }

    private GeneratedRoute<TState>?[][] CreatePages()
    {
        GeneratedRoute<TState>?[] unused = CreatePage();
        GeneratedRoute<TState>?[][] pages = new GeneratedRoute<TState>?[(ushort.MaxValue + 1) / PageSize][];
        for (int i = 0; i < pages.Length; i++)
        {
            pages[i] = unused;
        }

        foreach (KeyValuePair<uint, GeneratedRoute<TState>> entry in _routes)
        {
            uint index = entry.Key / PageSize;
            if (index < (uint)pages.Length)
            {
                if (ReferenceEquals(pages[index], unused))
                {
                    pages[index] = CreatePage();
                }

                pages[index][entry.Key % PageSize] = entry.Value;
            }
        }

        return pages;
    }

    private GeneratedRoute<TState>?[] CreatePage()
    {
        GeneratedRoute<TState>?[] page = new GeneratedRoute<TState>?[PageSize];
        for (int i = 0; i < page.Length; i++)
        {
            page[i] = _default;
        }

        return page;
    }
}
