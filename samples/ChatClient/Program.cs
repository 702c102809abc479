// A client of the C++ server cpp/examples/server.cpp: codec_server chat
//   ChatClient PORT say NAME TEXT...   sends each text as a Chat packet
//   ChatClient PORT listen COUNT       prints "ready", then COUNT Chat packets of other clients
using System;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Schemas;
using Codec.Sessions;
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

// The server refuses a client with another schema. A server that is silent for 4 seconds is dead.
PacketConnectionOptions options = new()
{
    Session = new PacketSessionOptions { Protocol = Protocol.Game, Version = "1.0", HeartbeatInterval = TimeSpan.FromSeconds(2) },
};
PacketRoutes<PacketConnection> routes = new();
routes.AddChat((connection, chat) =>
{
    Console.WriteLine($"{chat.Sender}: {chat.Text}");
    if (--left == 0)
    {
        // No further packet is handled.
        connection.Session!.Close();
    }
});

try
{
    await using PacketConnection connection = await PacketConnection.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port), options: options).ConfigureAwait(false);
    using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.ToClient);
    Task receiving = connection.RunAsync(dispatcher);
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

            // Sends what waits, and leaves.
            connection.Session!.Close(0, "Everything is said.");
        }

        await receiving.ConfigureAwait(false);
    }
    finally
    {
        // If sending failed, packets may still be handled. The dispatcher must not be disposed before the handling ends.
        await connection.DisposeAsync().ConfigureAwait(false);
        await Task.WhenAny(receiving).ConfigureAwait(false);
    }
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
