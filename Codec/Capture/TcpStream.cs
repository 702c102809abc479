using System;
using System.Collections.Generic;
using Codec.Framing;

namespace Codec.Capture;

/// <summary>One direction of a connection: its bytes in order, on the way into a packet decoder.</summary>
internal sealed class TcpStream(uint connection, bool toServer, PacketPushDecoder decoder, int window) : IDisposable
{
    // What arrived ahead of its turn, by its place in the stream.
    private readonly SortedList<long, byte[]> _ahead = [];
    private int _aheadBytes;
    private uint _next;
    private long _position;
    private bool _isStarted;

    internal uint Connection { get; } = connection;

    internal bool ToServer { get; } = toServer;

    internal PacketPushDecoder Decoder { get; } = decoder;

    /// <summary>Whether bytes are missing for good, or were no packets.</summary>
    internal bool IsBroken { get; private set; }

    public void Dispose() => Decoder.Dispose();

    /// <summary>Gives up: what the stream holds has no more use.</summary>
    internal void Break()
    {
        IsBroken = true;
        _ahead.Clear();
        _aheadBytes = 0;
        Decoder.Reset();
    }

    /// <summary>Begins anew, as after the opening of a connection.</summary>
    internal void Begin(uint sequence)
    {
        _ahead.Clear();
        _aheadBytes = 0;
        _next = sequence;
        _isStarted = true;
        IsBroken = false;
        Decoder.Reset();
    }

    /// <summary>Takes a segment's bytes: into the decoder as far as it is their turn.</summary>
    internal void Add(uint sequence, ReadOnlySpan<byte> bytes)
    {
        if (IsBroken || bytes.IsEmpty)
        {
            return;
        }

        if (!_isStarted)
        {
            _next = sequence;
            _isStarted = true;
        }

        int distance = unchecked((int)(sequence - _next));
        if (distance > 0)
        {
            Keep(distance, bytes);
            return;
        }

        Append(distance, bytes);
        while (_ahead.Count > 0 && !IsBroken)
        {
            long kept = _ahead.Keys[0] - _position;
            if (kept > 0)
            {
                break;
            }

            byte[] next = _ahead.Values[0];
            _ahead.RemoveAt(0);
            _aheadBytes -= next.Length;
            Append((int)kept, next);
        }
    }

    private void Append(int distance, ReadOnlySpan<byte> bytes)
    {
        // What came before, in whole or in part, was sent again.
        if (-(long)distance >= bytes.Length)
        {
            return;
        }

        bytes = bytes.Slice(-distance);
        _next += (uint)bytes.Length;
        _position += bytes.Length;
        if (!Decoder.TryAppend(bytes))
        {
            Break();
        }
    }

    private void Keep(int distance, ReadOnlySpan<byte> bytes)
    {
        if (distance > window || _aheadBytes > window - bytes.Length)
        {
            // Never to be filled: the capture lacks what lies between.
            Break();
            return;
        }

        // Sorted by the distance from the first byte, which does not wrap as sequence numbers do.
        long key = _position + distance;
        if (_ahead.TryGetValue(key, out byte[]? same))
        {
            if (same.Length >= bytes.Length)
            {
                return;
            }

            _aheadBytes -= same.Length;
        }

        _ahead[key] = bytes.ToArray();
        _aheadBytes += bytes.Length;
    }
}
