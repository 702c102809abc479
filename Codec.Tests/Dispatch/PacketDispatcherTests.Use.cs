namespace Codec.Tests.Dispatch;

/// <content>Calls from handlers and after Dispose, and the references that a dispatcher keeps.</content>
public sealed partial class PacketDispatcherTests
{
    private const int ToPlay = 1;
    private const int ToLobby = 2;

    [Test]
    public void A_handler_cannot_dispatch_through_its_own_dispatcher([Values(0, 1, 2)] int inner, [Values] bool outerIsAsync)
    {
        PacketDispatcher<Action>? dispatcher = null;
        PacketRoutes<Action> routes = new PacketRoutes<Action>()
            .AddRaw(1, static (action, in _) => action())
            .AddRaw(2, (_, in _) => _log.Add("two"));
        dispatcher = new PacketDispatcher<Action>(routes, Again, PacketDirections.ToServer);
        Assert.That(
            () => outerIsAsync ? dispatcher.DispatchAsync(Make(1)).AsTask().GetAwaiter().GetResult() : dispatcher.Dispatch(Make(1)),
            Throws.InvalidOperationException.With.Message.Contains("handler"));
        Assert.That((_log.Count, dispatcher.UnknownPackets), Is.EqualTo((0, 0L)));

        // After the exception, the dispatcher can be used again.
        Assert.That(dispatcher.Dispatch(Make(2)), Is.EqualTo(PacketError.None));
        Assert.That(_log, Has.Count.EqualTo(1));
        dispatcher.Dispose();

        void Again()
        {
            switch (inner)
            {
                case 0:
                    dispatcher!.Dispatch(Make(2));
                    break;
                case 1:
                    _ = dispatcher!.DispatchAsync(Make(2)).AsTask().GetAwaiter().GetResult();
                    break;
                default:
                    dispatcher!.Dispatch(Make(99));
                    break;
            }
        }
    }

    [Test]
    public void After_a_handler_disposes_its_dispatcher_no_packet_is_dispatched([Values] bool isPacked)
    {
        CountingPool pool = new();
        PacketDispatcher<Action>? dispatcher = null;
        PacketRoutes<Action> routes = new PacketRoutes<Action>().AddRaw(1, static (action, in _) => action(), new PacketRules { Shape = isPacked ? PackedSamples.Shape : null });
        int during = -1;
        int calls = 0;
        dispatcher = new PacketDispatcher<Action>(routes, Close, PacketDirections.ToServer, pool: pool);
        Assert.That(dispatcher.Dispatch(Make(1, 1, 9)), Is.EqualTo(PacketError.None));
        Assert.That(during, Is.EqualTo(isPacked ? 1 : 0), "The packet must not be in memory that was returned.");
        Assert.That(() => dispatcher.Dispatch(Make(1)), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((calls, pool.Outstanding), Is.EqualTo((1, 0)));

        void Close()
        {
            calls++;
            dispatcher!.Dispose();
            dispatcher.Dispose();
            dispatcher.ConnectionState = 1;
            during = pool.Outstanding;
        }
    }

    [Test]
    public void A_connection_state_set_by_a_handler_applies_to_the_next_packet_even_if_it_throws([Values] bool throws)
    {
        PacketDispatcher<List<string>>? dispatcher = null;
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddRaw(ToPlay, (_, in _) =>
            {
                dispatcher!.ConnectionState = Playing;
                if (throws)
                {
                    throw new HandlerException();
                }
            })
            .AddRaw(ToLobby, (_, in _) => dispatcher!.ConnectionState = 0)
            .AddRaw(6, static (log, in _) => log.Add("in play"), new PacketRules { States = PacketRules.InStates(Playing) });
        dispatcher = new PacketDispatcher<List<string>>(routes, _log, PacketDirections.ToServer);
        Assert.That(dispatcher.Dispatch(Make(6)), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(() => dispatcher.Dispatch(Make(ToPlay)), throws ? (IResolveConstraint)Throws.InstanceOf<HandlerException>() : Is.EqualTo(PacketError.None));
        Assert.That((dispatcher.ConnectionState, dispatcher.Dispatch(Make(6))), Is.EqualTo((Playing, PacketError.None)));
        Assert.That(dispatcher.Dispatch(Make(ToLobby)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(6)), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(_log, Has.Count.EqualTo(1));
        dispatcher.Dispose();
    }
}
