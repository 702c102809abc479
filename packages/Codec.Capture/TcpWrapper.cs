namespace Codec.Capture;

/// <summary>Adds Ethernet, IPv4 and TCP headers to packets, and tracks the sequence numbers of each connection.</summary>
internal sealed class TcpWrapper(ushort port)
{
    /// <summary>The size of the Ethernet, IPv4 and TCP headers without options, in bytes.</summary>
    internal const int HeaderSize = 54;

    /// <summary>The length of the longest segment in bytes: the 65,535 bytes of IPv4 minus two headers.</summary>
    internal const int MaxSegment = 65_535 - 40;

    /// <summary>The number of segments that open a connection: SYN, SYN and ACK, ACK.</summary>
    internal const int HandshakeSegments = 3;

    private const byte Syn = 0x02;
    private const byte Push = 0x08;
    private const byte Acknowledge = 0x10;

    // The ports from 49,152 on are not assigned (RFC 6335).
    private const int FirstClientPort = 49_152;

    // The server has the address 10.0.0.1. A client has an address from 10.64.0.0 on, with the lower bits of the connection's number. Its port has the others.
    private const uint ServerAddress = 0x0A000001;
    private const uint FirstClientAddress = 0x0A400000;
    private const int AddressBits = 22;

    // The writer does not know when a connection ends. Each takes about 100 bytes, so all of them take some megabytes.
    private const int MaxConnections = 65_536;

    private readonly Dictionary<uint, Connection> _connections = [];

    // The bytes that all frames share. Ethernet has locally administered addresses whose last bytes are the IPv4 address. IPv4 does not fragment.
    private static ReadOnlySpan<byte> Headers =>
    [
        2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 8, 0,
        0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5 << 4, 0, 255, 255, 0, 0, 0, 0,
    ];

    private readonly byte[] _pseudo = [0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0];
    private Connection? _last;
    private ushort _identification;
    private uint _opened;

    internal void Reset()
    {
        _connections.Clear();
        _last = null;
    }

    /// <summary>Returns whether frames of this class have these addresses, in one of the two directions, for the connection.</summary>
    internal static bool IsConnection(in TcpEndpoints endpoints, uint connection)
    {
        ulong client = TcpEndpoints.Mapped | ClientAddress(connection);
        const ulong Server = TcpEndpoints.Mapped | ServerAddress;
        return endpoints.SourceHigh == 0 && endpoints.DestinationHigh == 0
            && ((endpoints.SourceLow == client && endpoints.DestinationLow == Server) || (endpoints.SourceLow == Server && endpoints.DestinationLow == client));
    }

    /// <summary>Returns whether the connection has been opened. If so, it becomes the current connection.</summary>
    internal bool IsOpen(uint connection)
    {
        if (_last is null || _last.Id != connection)
        {
            _last = _connections.TryGetValue(connection, out Connection? found) ? found : null;
        }

        return _last is not null;
    }

    /// <summary>Opens a connection, which becomes the current one. The caller must then write its three segments with <see cref="WriteHandshake"/>.</summary>
    internal void Open(uint connection, long ticks)
    {
        if (_connections.Count == MaxConnections)
        {
            Reset();
        }

        // If a connection is opened again, also in the next file, its first sequence number must be different. Otherwise, the SYN would look as if it
        // was sent again. As in RFC 9293, 3.4.1, the number counts units of 4 microseconds. The added number (a multiple of 2^32 divided by the
        // golden ratio) differs for each opening.
        const int TicksPerNumber = 40;
        uint first = unchecked((uint)(ticks / TicksPerNumber) + (_opened++ * 0x9E3779B1));
        _last = new Connection(connection, ClientPort(connection), first);
        _connections.Add(connection, _last);
    }

    internal void WriteHandshake(Span<byte> frame, int index)
    {
        bool fromClient = index != 1;
        byte flags = index == 0 ? Syn : index == 1 ? (byte)(Syn | Acknowledge) : Acknowledge;
        WriteHeaders(frame, [], fromClient, flags);
        _last!.Next(fromClient) += index < 2 ? 1u : 0;
    }

    internal void WriteSegment(Span<byte> frame, ReadOnlySpan<byte> payload, bool fromClient)
    {
        payload.CopyTo(frame.Slice(HeaderSize));
        WriteHeaders(frame, payload, fromClient, Push | Acknowledge);
        _last!.Next(fromClient) += (uint)payload.Length;
    }

    private void WriteHeaders(Span<byte> frame, ReadOnlySpan<byte> payload, bool fromClient, byte flags)
    {
        Connection connection = _last!;
        uint client = ClientAddress(connection.Id);
        ushort clientPort = connection.ClientPort;
        uint source = fromClient ? client : ServerAddress;
        uint destination = fromClient ? ServerAddress : client;

        Headers.CopyTo(frame);
        BinaryPrimitives.WriteUInt32BigEndian(frame.Slice(2), destination);
        BinaryPrimitives.WriteUInt32BigEndian(frame.Slice(8), source);

        Span<byte> ip = frame.Slice(14, 20);
        BinaryPrimitives.WriteUInt16BigEndian(ip.Slice(2), (ushort)(40 + payload.Length));
        BinaryPrimitives.WriteUInt16BigEndian(ip.Slice(4), _identification++);
        BinaryPrimitives.WriteUInt32BigEndian(ip.Slice(12), source);
        BinaryPrimitives.WriteUInt32BigEndian(ip.Slice(16), destination);
        InternetChecksum.Write(ip.Slice(10), InternetChecksum.Add(0, ip));

        Span<byte> tcp = frame.Slice(34, 20);
        BinaryPrimitives.WriteUInt16BigEndian(tcp, fromClient ? clientPort : port);
        BinaryPrimitives.WriteUInt16BigEndian(tcp.Slice(2), fromClient ? port : clientPort);
        BinaryPrimitives.WriteUInt32BigEndian(tcp.Slice(4), connection.Next(fromClient));
        BinaryPrimitives.WriteUInt32BigEndian(tcp.Slice(8), (flags & Acknowledge) == 0 ? 0 : connection.Next(!fromClient));
        tcp[13] = flags;

        // The pseudo header: both addresses, the protocol, and the length of the header and the payload.
        Span<byte> pseudo = _pseudo;
        ip.Slice(12, 8).CopyTo(pseudo);
        BinaryPrimitives.WriteUInt16BigEndian(pseudo.Slice(10), (ushort)(20 + payload.Length));
        ulong sum = InternetChecksum.Add(InternetChecksum.Add(0, pseudo), tcp);
        InternetChecksum.Write(tcp.Slice(16), InternetChecksum.Add(sum, payload));
    }

    private static uint ClientAddress(uint connection) => FirstClientAddress | (connection & ((1u << AddressBits) - 1));

    private ushort ClientPort(uint connection)
    {
        // One more port is used in place of the server's. If both were equal, the directions could not be told apart.
        const ushort Spare = FirstClientPort + (int)(uint.MaxValue >> AddressBits) + 1;
        ushort client = (ushort)(FirstClientPort + (connection >> AddressBits));
        return client == port ? Spare : client;
    }

    private sealed class Connection(uint id, ushort clientPort, uint first)
    {
        private uint _client = first;
        private uint _server = first;

        internal uint Id => id;
        internal ushort ClientPort => clientPort;

        /// <summary>Gets the sequence number of the next byte of one side.</summary>
        internal ref uint Next(bool ofClient) => ref ofClient ? ref _client : ref _server;
    }
}
