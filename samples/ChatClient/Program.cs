// A client of the C++ server cpp/examples/server.cpp.
//   ChatClient PORT say NAME TEXT...   sends each text as a Chat packet; with `codec_server echo`, also prints the answers
//   ChatClient PORT listen COUNT       prints "ready", then COUNT Chat packets that `codec_server fanout` forwards
using System;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Transport;
using Game;

int left = int.MaxValue;
if (args is not [string portText, "say" or "listen", _, ..]
    || !ushort.TryParse(portText, NumberStyles.None, CultureInfo.InvariantCulture, out ushort port)
    || (args[1] == "listen" && (!int.TryParse(args[2], NumberStyles.None, CultureInfo.InvariantCulture, out left) || left == 0)))
{
    await Console.Error.WriteLineAsync("usage: ChatClient PORT say NAME TEXT... | ChatClient PORT listen COUNT").ConfigureAwait(false);
    return 2;
}

using CancellationTokenSource enough = new();
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

try
{
    await using PacketConnection connection = await PacketConnection.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port)).ConfigureAwait(false);
    using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.ToClient);
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
    finally
    {
        // If sending failed, packets may still be handled. The dispatcher must not be disposed before that has ended.
        await connection.DisposeAsync().ConfigureAwait(false);
        await Task.WhenAny(receiving).ConfigureAwait(false);
    }
}
catch (OperationCanceledException) when (enough.IsCancellationRequested)
{
    return 0;
}
catch (Exception exception) when (exception is SocketException or PacketConnectionException or InvalidPacketException)
{
    await Console.Error.WriteLineAsync(exception.Message).ConfigureAwait(false);
    return 1;
}

if (args[1] == "listen" && left > 0)
{
    await Console.Error.WriteLineAsync($"The server closed the connection. Packets that are missing: {left}.").ConfigureAwait(false);
    return 1;
}

return 0;
