using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Contracts;
using Codec.Tests.Contracts.Sinks;
using Codec.Tests.Doubles;
using Codec.Transport;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests the forms of a packet, other than a message, that connections and datagram sockets can send.</summary>
[TestFixture]
public sealed class SendFormTests
{
    private static readonly PacketFormat[] Formats =
    [
        PacketFormat.Default, new(sizeWidth: 4, idWidth: 4, byteOrder: PacketByteOrder.BigEndian, fieldOrder: PacketFieldOrder.IdFirst),
    ];

    [Test]
    public void Each_form_is_sent_with_one_header([ValueSource(nameof(Formats))] PacketFormat format, [Values] bool datagrams)
    {
        FlatBufferBuilder builder = PacketBroadcastTests.FinishedBuilder();
        byte[] built = builder.SizedByteArray();
        using Sender sender = datagrams ? new DatagramSender(format) : new ConnectionSender(format);
        sender.Send(5, builder);
        sender.Send(6, (byte)7, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: false));
        sender.Send(8, [9, 10]);
        sender.Send(5, builder);
        Assert.That(sender.Close(), Is.EqualTo((byte[])
        [
            .. Packet(5, built, format), .. Packet(6, [7], format), .. Packet(8, [9, 10], format), .. Packet(5, built, format),
        ]));
    }

    [Test]
    public void A_form_that_cannot_be_sent_throws_and_sends_nothing([Values] bool datagrams)
    {
        PacketFormat format = new(maxPayloadSize: 4);
        using Sender sender = datagrams ? new DatagramSender(format) : new ConnectionSender(format);
        FlatBufferBuilder unfinished = new(64);
        unfinished.StartTable(1);
        unfinished.AddInt(0, 255, 0);
        Assert.Multiple(() =>
        {
            Assert.That(() => sender.Send(5, (FlatBufferBuilder)null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("builder"));
            Assert.That(() => sender.Send(5, unfinished), Throws.InvalidOperationException.With.Message.Contains("Finish"));
            Assert.That(() => sender.Send(5, PacketBroadcastTests.FinishedBuilder()), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("4 bytes"));
            Assert.That(() => sender.Send(5, [1, 2, 3, 4, 5]), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("4 bytes"));
            Assert.That(() => sender.Send(0x10000, [1]), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("65536"));
            Assert.That(() => sender.Send(6, (byte)7, null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("writer"));
            Assert.That(() => sender.Send(6, (byte)7, new SizedWriter(-1, 0)), Throws.InvalidOperationException.With.Message.Contains("-1"));
            Assert.That(() => sender.Send(6, (byte)7, new SizedWriter(1, 2)), Throws.InvalidOperationException.With.Message.Contains("2 bytes"));
        });
        sender.Send(8, [9]);
        Assert.That(sender.Close(), Is.EqualTo(new byte[] { 1, 0, 8, 0, 9 }));
    }

    private static byte[] Packet(uint id, byte[] payload, PacketFormat format) => PacketSinkContract<ConnectionSink>.Packet(id, payload, format);

    private sealed class SizedWriter(int promised, int written) : IPayloadWriter<byte>
    {
        public int GetMaxSize(in byte message) => promised;

        public int Write(in byte message, Span<byte> destination) => written;
    }

    private abstract class Sender : IDisposable
    {
        internal abstract void Send(uint id, FlatBufferBuilder builder);

        internal abstract void Send(uint id, byte[] payload);

        internal abstract void Send(uint id, byte message, IPayloadWriter<byte> writer);

        internal abstract byte[] Close();

        public abstract void Dispose();
    }

    private sealed class ConnectionSender : Sender
    {
        private readonly Pipe _output = new();
        private readonly PacketConnection _connection;

        internal ConnectionSender(PacketFormat format) => _connection = new PacketConnection(new TestDuplexPipe(new Pipe().Reader, _output.Writer), format);

        internal override void Send(uint id, FlatBufferBuilder builder) => _connection.SendAsync(id, builder).AsTask().GetAwaiter().GetResult();

        internal override void Send(uint id, byte[] payload) => _connection.SendAsync(id, payload).AsTask().GetAwaiter().GetResult();

        internal override void Send(uint id, byte message, IPayloadWriter<byte> writer) =>
            _connection.SendAsync(id, message, writer).AsTask().GetAwaiter().GetResult();

        internal override byte[] Close()
        {
            _connection.CompleteAsync().AsTask().GetAwaiter().GetResult();
            using MemoryStream sent = new();
            _output.Reader.CopyToAsync(sent).GetAwaiter().GetResult();
            return sent.ToArray();
        }

        public override void Dispose() => _connection.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    private sealed class DatagramSender : Sender
    {
        private readonly Socket _receiver = Bind();
        private readonly PacketDatagramSocket _socket;
        private readonly List<byte> _received = [];

        internal DatagramSender(PacketFormat format) => _socket = new PacketDatagramSocket(Bind(), format);

        internal override void Send(uint id, FlatBufferBuilder builder) => Receive(_socket.SendAsync(id, builder, _receiver.LocalEndPoint));

        internal override void Send(uint id, byte[] payload) => Receive(_socket.SendAsync(id, payload, _receiver.LocalEndPoint));

        internal override void Send(uint id, byte message, IPayloadWriter<byte> writer) =>
            Receive(_socket.SendAsync(id, message, writer, _receiver.LocalEndPoint));

        internal override byte[] Close() => [.. _received];

        public override void Dispose()
        {
            _receiver.Dispose();
            _socket.Dispose();
        }

        private void Receive(ValueTask send)
        {
            send.AsTask().GetAwaiter().GetResult();
            byte[] datagram = new byte[1000];
            _received.AddRange(datagram.Take(_receiver.Receive(datagram)));
        }

        private static Socket Bind()
        {
            Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = 30_000 };
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            return socket;
        }
    }
}
