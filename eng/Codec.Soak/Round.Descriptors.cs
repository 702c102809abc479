using System.Linq;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Transport;

namespace Codec.Soak;

/// <content>The phase without file descriptors.</content>
internal sealed partial class Round
{
    private const int Attempts = 5;

    /// <summary>Opens all file descriptors while links run, and closes them after the server has failed to accept.</summary>
    private async Task ExhaustDescriptorsAsync(MainThread mainThread, Totals totals)
    {
        _state = "waits for the links that run without descriptors";
        Task before = StartAsync(LinkPhase.BeforeExhaustion, mainThread);
        while (_links.Any(link => link.Plan.Phase == LinkPhase.BeforeExhaustion && link.Server.Received == 0))
        {
            await Task.Delay(Pause).ConfigureAwait(false);
        }

        // All threads of the pool have been started: without a free descriptor, none can be started.
        new ThreadPoolBlocker().Dispose();
        Task during;
        using (new DescriptorBallast())
        {
            _state = "waits until the server cannot accept";
            for (int i = 0; i < Attempts; i++)
            {
                await FailToConnectAsync(totals).ConfigureAwait(false);
            }

            during = StartAsync(LinkPhase.DuringExhaustion, mainThread);
            while (_server.FailedAccepts == 0)
            {
                await Task.Delay(Pause).ConfigureAwait(false);
            }
        }

        _state = "waits for the links that began without descriptors";
        totals.Add("accepts that failed without descriptors", _server.FailedAccepts);
        await Task.WhenAll(before, during, StartAsync(LinkPhase.AfterExhaustion, mainThread)).ConfigureAwait(false);
    }

    private Task StartAsync(LinkPhase phase, MainThread mainThread) =>
        Task.WhenAll(_links.Where(link => link.Plan.Phase == phase)
            .GroupBy(link => (link.Plan.ReconnectingClient, link.Plan.ReconnectingClient > 0 ? 0 : link.Plan.Number))
            .Select(links => RunAsync([.. links], mainThread)));

    private async Task FailToConnectAsync(Totals totals)
    {
        try
        {
            await using PacketConnection connection = await PacketConnection.ConnectAsync(_cppServer.EndPoint).ConfigureAwait(false);
            _wrong ??= "a client connected without a descriptor";
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.TooManyOpenSockets)
        {
            totals.Add("connects that failed without descriptors", 1);
        }
    }
}
