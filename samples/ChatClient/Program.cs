// A client of the C++ server in cpp/examples/server.
//   ChatClient PORT say NAME TEXT...   sends each text as a Chat packet; with `codec_server echo`, also prints the answers
//   ChatClient PORT listen COUNT       prints "ready", then COUNT Chat packets that `codec_server fanout` forwards
using System;
using System.Globalization;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Transport;
using Game;

if (args is not [string port, "say" or "listen", _, ..])
{
    await Console.Error.WriteLineAsync("usage: ChatClient PORT say NAME TEXT... | ChatClient PORT listen COUNT").ConfigureAwait(false);
    return 2;
}

IPEndPoint server = new(IPAddress.Loopback, int.Parse(port, CultureInfo.InvariantCulture));
using CancellationTokenSource enough = new();
await using PacketConnection connection = await PacketConnection.ConnectAsync(server).ConfigureAwait(false);

int left = args[1] == "listen" ? int.Parse(args[2], CultureInfo.InvariantCulture) : int.MaxValue;
PacketRoutes<PacketConnection> routes = new();
routes.AddChat((_, chat) =>
{
    // Packets that have already arrived are handled even after the cancellation.
    if (left > 0)
    {
        Console.WriteLine($"{chat.Sender}: {chat.Text}");
        if (--left == 0)
        {
            enough.Cancel();
        }
    }
});
if (left <= 0)
{
    await enough.CancelAsync().ConfigureAwait(false);
}

using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.Both);
Task receiving = connection.RunAsync(dispatcher, enough.Token);

try
{
    if (args[1] == "listen")
    {
        Console.WriteLine("ready");
    }
    else
    {
        foreach (string text in args[3..])
        {
            await connection.SendAsync(new Chat { Channel = ChatChannel.Say, Sender = args[2], Text = text }).ConfigureAwait(false);
        }

        // The server answers the packets that are still on their way, and then ends its side, too.
        await connection.CompleteAsync().ConfigureAwait(false);
    }

    await receiving.ConfigureAwait(false);
}
catch (OperationCanceledException) when (enough.IsCancellationRequested)
{
    // The requested number of packets has arrived.
}
finally
{
    // If sending failed, packets may still be handled. The dispatcher must not be disposed before that has ended.
    await connection.DisposeAsync().ConfigureAwait(false);
    await Task.WhenAny(receiving).ConfigureAwait(false);
}

return 0;
