// A server that sends each packet back to its sender, on the loopback address: EchoServer [PORT]
// Prints "listening on PORT" when it listens. Without a port, or with 0, the system chooses one. Ends on Ctrl+C.
using System;
using System.Globalization;
using System.Net;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;

ushort port = 0;
if (args.Length > 1 || (args.Length == 1 && !ushort.TryParse(args[0], NumberStyles.None, CultureInfo.InvariantCulture, out port)))
{
    await Console.Error.WriteLineAsync("usage: EchoServer [PORT]").ConfigureAwait(false);
    return 2;
}

using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, port));
Console.WriteLine($"listening on {((IPEndPoint)listener.EndPoint).Port}");
while (true)
{
    _ = EchoAsync(await listener.AcceptAsync().ConfigureAwait(false));
}

static async Task EchoAsync(PacketConnection accepted)
{
    await using PacketConnection connection = accepted;
    try
    {
        await foreach (PacketReadResult result in connection.ReadAllAsync().ConfigureAwait(false))
        {
            await connection.SendAsync(result.Packet.Id, result.Packet.Payload).ConfigureAwait(false);
        }

        await connection.CompleteAsync().ConfigureAwait(false);
    }
    catch (Exception exception) when (exception is InvalidPacketException or PacketConnectionException)
    {
        await Console.Error.WriteLineAsync(exception.Message).ConfigureAwait(false);
    }
}
