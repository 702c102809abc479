using System;
using System.Globalization;
using System.Net.Sockets;

// Sends bytes to a server, and prints what it answers: the program to which a client is added.
using Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
await socket.ConnectAsync(args[0], int.Parse(args[1], CultureInfo.InvariantCulture)).ConfigureAwait(false);
byte[] buffer = new byte[256];
int received;
await socket.SendAsync(buffer.AsMemory(0, 4)).ConfigureAwait(false);
while ((received = await socket.ReceiveAsync(buffer).ConfigureAwait(false)) > 0)
{
    Console.WriteLine(received);
}
