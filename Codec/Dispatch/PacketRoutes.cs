using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Google.FlatBuffers;

namespace Codec.Dispatch;

/// <summary>Which handler gets which id: filled once, then shared by the dispatchers of all connections.</summary>
/// <typeparam name="TState">The state that handlers get, one per dispatcher: the connection or the player, for instance.</typeparam>
/// <remarks>
/// Registering is for one thread; the first dispatcher ends it, and from then on the routes are immutable and safe to share. A lookup is
/// two array accesses: ids are 16 bits wide, in pages of 256, of which only those in use take memory.
/// </remarks>
public sealed class PacketRoutes<TState>
{
    private const int PageSize = 256;

    private static readonly PacketRegistration<TState>[] EmptyPage = new PacketRegistration<TState>[PageSize];

    private readonly PacketRegistration<TState>[][] _pages = new PacketRegistration<TState>[PageSize][];
    private bool _isFrozen;

    /// <summary>Makes an empty table.</summary>
    public PacketRoutes()
    {
        for (int i = 0; i < _pages.Length; i++)
        {
            _pages[i] = EmptyPage;
        }
    }

    /// <summary>Registers a route of any payload kind.</summary>
    /// <param name="id">The packets' id.</param>
    /// <param name="route">Verifies the payload and calls the handler.</param>
    /// <param name="rules">When such a packet is accepted; always where it is <see langword="null"/>.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="route"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id is taken.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the table already.</exception>
    public PacketRoutes<TState> Add(ushort id, PacketRoute<TState> route, PacketRules? rules = null)
    {
        if (route is null)
        {
            Throw.ArgumentNull(nameof(route));
        }

        if (_isFrozen)
        {
            Throw.RoutesInUse(id);
        }

        ref PacketRegistration<TState>[] page = ref _pages[id / PageSize];
        if (page[id % PageSize].Route is not null)
        {
            Throw.IdTaken(id);
        }

        if (ReferenceEquals(page, EmptyPage))
        {
            page = new PacketRegistration<TState>[PageSize];
        }

        rules ??= PacketRules.None;
        page[id % PageSize] = new PacketRegistration<TState>
        {
            Route = route,
            MaxPayloadSize = rules.MaxPayloadSize,
            Allowed = AllowedBits(rules.Directions, rules.States),
        };
        return this;
    }

    /// <summary>Registers a route whose handler gets a state object of its own instead of the dispatcher's.</summary>
    /// <typeparam name="TOwn">The handler's state.</typeparam>
    /// <param name="id">The packets' id.</param>
    /// <param name="own">The handler's state, shared by all dispatchers.</param>
    /// <param name="route">Verifies the payload and calls the handler.</param>
    /// <param name="rules">When such a packet is accepted; always where it is <see langword="null"/>.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="route"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id is taken.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the table already.</exception>
    public PacketRoutes<TState> Add<TOwn>(ushort id, TOwn own, PacketRoute<TOwn> route, PacketRules? rules = null)
    {
        if (route is null)
        {
            Throw.ArgumentNull(nameof(route));
        }

        return Add(id, new OwnStateRoute<TState, TOwn>(route, own), rules);
    }

    /// <summary>Registers a handler of packets as they are.</summary>
    /// <param name="id">The packets' id.</param>
    /// <param name="handler">Gets each packet.</param>
    /// <param name="rules">When such a packet is accepted; always where it is <see langword="null"/>.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id is taken.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the table already.</exception>
    public PacketRoutes<TState> AddRaw(ushort id, RawPacketHandler<TState> handler, PacketRules? rules = null) =>
        Add(id, new RawRoute<TState>(handler), rules);

    /// <summary>Registers a handler of struct payloads.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="id">The packets' id.</param>
    /// <param name="handler">Gets each struct.</param>
    /// <param name="rules">When such a packet is accepted; always where it is <see langword="null"/>.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id is taken.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the table already.</exception>
    /// <exception cref="NotSupportedException">The struct's layout is not that of C++; the message names the field.</exception>
    public PacketRoutes<TState> AddStruct<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>(
        ushort id, PacketHandler<TState, T> handler, PacketRules? rules = null)
        where T : struct => Add(id, new StructRoute<TState, T>(handler), rules);

    /// <summary>Registers a handler of FlatBuffers payloads.</summary>
    /// <typeparam name="TRoot">What flatc wrote for the root table.</typeparam>
    /// <param name="id">The packets' id.</param>
    /// <param name="verify">What flatc wrote to verify the root table, such as <c>MoveVerify.Verify</c>.</param>
    /// <param name="handler">Gets each message.</param>
    /// <param name="rules">When such a packet is accepted, or <see langword="null"/> to accept it always.</param>
    /// <param name="copiesToObjects">Whether the handler copies messages into objects (flatc's <c>UnPack</c>). The route then limits what
    /// the copy can cost, as <see cref="FlatBufferRoute{TState, TRoot}"/> says.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="verify"/> or <paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The id is taken.</exception>
    /// <exception cref="InvalidOperationException">A dispatcher uses the table already.</exception>
    public PacketRoutes<TState> AddFlatBuffer<TRoot>(
        ushort id, VerifyTableAction verify, PacketHandler<TState, TRoot> handler, PacketRules? rules = null, bool copiesToObjects = false)
        where TRoot : struct, IFlatbufferObject => Add(id, new FlatBufferRoute<TState, TRoot>(verify, handler, copiesToObjects: copiesToObjects), rules);

    internal static ulong AllowedBits(PacketDirections directions, uint states) =>
        ((directions & PacketDirections.ToServer) != 0 ? states : 0ul) | ((directions & PacketDirections.ToClient) != 0 ? (ulong)states << PacketRules.MaxStates : 0ul);

    /// <summary>Ends registering.</summary>
    /// <returns>The pages, by the upper byte of the id; to be read only.</returns>
    internal PacketRegistration<TState>[][] Freeze()
    {
        _isFrozen = true;
        return _pages;
    }

    /// <summary>What is registered for an id; nothing is allowed where nothing is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref readonly PacketRegistration<TState> Find(PacketRegistration<TState>[][] pages, uint id)
    {
        // Ids above 16 bits, which wide formats can say, are nobody's: id 0 of the empty page.
        PacketRegistration<TState>[] page = id <= ushort.MaxValue ? pages[id / PageSize] : EmptyPage;
        return ref page[id % PageSize];
    }

    /// <summary>The same for the id in the upper half of a default header's 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref readonly PacketRegistration<TState> FindByHeader(PacketRegistration<TState>[][] pages, uint header) =>
        ref pages[header >> 24][(byte)(header >> 16)];
}
