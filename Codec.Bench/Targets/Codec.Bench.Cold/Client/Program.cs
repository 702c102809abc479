using System;
using System.Globalization;
using System.Threading;
using Codec.Dispatch;
using Codec.Transport;
using Cold;

// Sends a packet to a server, and prints what it answers.
using PacketClient client = PacketClient.ForTcp(args[0], int.Parse(args[1], CultureInfo.InvariantCulture));
client.Connected += () => client.TrySend(new Chat { Sender = "client", Text = "hello" });
using PacketDispatcher<PacketClient> dispatcher = new(
    new PacketRoutes<PacketClient>().AddChat(static (_, chat) => Console.WriteLine(chat.Text)), client, PacketDirections.ToClient);
client.Connect();
while (client.State != PacketClientState.Closed)
{
    client.Poll(dispatcher);
    Thread.Sleep(10);
}
