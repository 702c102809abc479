using System;
using System.Buffers.Binary;

namespace Codec.Capture;

/// <content>From a packet to the records in the buffer, if there is room for them.</content>
public sealed partial class CaptureWriter
{
    private bool Put(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks, long now)
    {
        if (Error is not null)
        {
            Lose(1);
            return false;
        }

        if (_tcp is null)
        {
            int start = BeginRecord(packet.Length, connection, direction, ticks);
            packet.CopyTo(new Span<byte>(_buffer, start, packet.Length));
        }
        else
        {
            PutSegments(packet, direction, connection, ticks);
        }

        PacketCount++;
        if (_bufferedPackets++ == 0)
        {
            _bufferBegin = now;
        }

        if (_filePackets++ == 0)
        {
            _fileBegin = ticks;
            _fileOpened = now;
        }

        return true;
    }

    /// <summary>Writes all of an enhanced packet block but its data.</summary>
    /// <returns>The offset of the data in the buffer.</returns>
    private int BeginRecord(int length, uint connection, CaptureDirection direction, long ticks)
    {
        int padded = Padded(length);
        int total = RecordOverhead + padded;
        Span<byte> block = new(_buffer, _count, total);
        ulong nanoseconds = (ulong)ticks * 100;
        BinaryPrimitives.WriteUInt32LittleEndian(block, CaptureFormat.EnhancedPacketBlock);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(4), total);
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(8), 0);
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(12), (uint)(nanoseconds >> 32));
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(16), (uint)nanoseconds);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(20), length);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(24), length);

        // The padding is the end of the data's last word.
        Span<byte> end = block.Slice(CaptureFormat.EnhancedPacketHeader + padded);
        if (length != 0)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(CaptureFormat.EnhancedPacketHeader + padded - 4), 0);
        }

        BinaryPrimitives.WriteUInt32LittleEndian(end, CaptureFormat.PacketFlags | (4 << 16));
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(4), (uint)direction);
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(8), CaptureFormat.PacketQueue | (4 << 16));
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(12), connection);
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(16), CaptureFormat.EndOfOptions);
        BinaryPrimitives.WriteInt32LittleEndian(end.Slice(20), total);
        int start = _count + CaptureFormat.EnhancedPacketHeader;
        _count += total;
        return start;
    }

    private int TcpRecordsSize(int length, uint connection)
    {
        const int Frame = RecordOverhead + ((TcpWrapper.HeaderSize + 3) & ~3);
        int segments = Math.Max(1, (length + TcpWrapper.MaxSegment - 1) / TcpWrapper.MaxSegment);

        // Each segment's own padding is at most 4 bytes.
        return (_tcp!.IsOpen(connection) ? 0 : TcpWrapper.HandshakeSegments * Frame) + (segments * (Frame + 4)) + length;
    }

    private void PutSegments(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks)
    {
        bool fromClient = direction == CaptureDirection.Inbound == _options.IsServer;
        if (!_tcp!.IsOpen(connection))
        {
            _tcp.Open(connection, ticks);
            for (int i = 0; i < TcpWrapper.HandshakeSegments; i++)
            {
                bool clientSends = i != 1;
                CaptureDirection way = clientSends == _options.IsServer ? CaptureDirection.Inbound : CaptureDirection.Outbound;
                int start = BeginRecord(TcpWrapper.HeaderSize, connection, way, ticks);
                _tcp.WriteHandshake(new Span<byte>(_buffer, start, TcpWrapper.HeaderSize), i);
            }
        }

        do
        {
            ReadOnlySpan<byte> segment = packet.Slice(0, Math.Min(packet.Length, TcpWrapper.MaxSegment));
            int size = TcpWrapper.HeaderSize + segment.Length;
            int start = BeginRecord(size, connection, direction, ticks);
            _tcp.WriteSegment(new Span<byte>(_buffer, start, size), segment, fromClient);
            packet = packet.Slice(segment.Length);
        }
        while (!packet.IsEmpty);
    }
}
