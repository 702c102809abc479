using System;
using System.Buffers;
using System.Runtime.CompilerServices;

namespace Codec.Internals;

/// <summary>
/// The pooled buffer between a stream and its parser: filled in large blocks, consumed from the front. Store it in one field that is not
/// read-only, and never copy it. Not thread-safe.
/// </summary>
internal struct StreamReadBuffer
{
    /// <summary>
    /// The number of bytes to read from the stream at once. With less, the system calls take a measurable part of the time. With more, the bytes have
    /// left the cache of the core before they are parsed.
    /// </summary>
    private const int PieceLength = 64 * 1024;

    /// <summary>
    /// The index in the array at which a block starts. The remainder of the previous block is moved to just before it, so that the stream reads whole
    /// blocks to the same address each time. A copy from the pages of a file to an address with another alignment takes up to 1.5 times as long. The
    /// value is the size of a block, because the lengths of pooled arrays are powers of two.
    /// </summary>
    internal const int AlignedPieceStart = PieceLength;

    /// <summary>
    /// The least length of the array of a connection that waits, in bytes. Most packets that players send are shorter, and a larger one
    /// takes a second read. Of thousands of connections, nearly all wait. With 64 KB for each, 8,000 connections take 500 MB.
    /// </summary>
    internal const int WaitingLength = 256;

    // The greatest length of that array: for a peer whose packets are larger, such as a server.
    private const int LongestWaitingLength = 2048;

    private readonly ArrayPool<byte> _pool;
    private readonly int _pieceStart;
    private int _waitingLength;

    // The value of Start after the last move. The difference from Start is the number of bytes consumed since then.
    private int _movedTo;

    // Whether the last read returned fewer bytes than requested, so that no more bytes were available at that moment.
    private bool _isDrained = true;

    /// <summary>Creates a buffer, which rents its array when the first read is prepared.</summary>
    /// <param name="pool">The pool of the array.</param>
    /// <param name="pieceStart"><see cref="AlignedPieceStart"/>, which is faster for files; or 0, which takes half of the memory.</param>
    /// <param name="waitingLength">
    /// <see cref="WaitingLength"/>, which requires a <paramref name="pieceStart"/> of 0; or 0, to always use an array for a whole block. With
    /// <see cref="WaitingLength"/>, the array has that length; it is a whole block only while reads return as many bytes as requested. A read that fills the
    /// array doubles the length of later ones, up to 2 KB, and a read that uses less than a quarter halves it.
    /// </param>
    internal StreamReadBuffer(ArrayPool<byte> pool, int pieceStart = AlignedPieceStart, int waitingLength = 0)
    {
        _pool = pool;
        _pieceStart = pieceStart;
        _waitingLength = waitingLength;
        Bytes = [];
    }

    /// <summary>Gets the number of bytes of the last read request.</summary>
    internal int Room { get; private set; }

    /// <summary>Gets the array; empty before the first read and after the array was returned.</summary>
    internal byte[] Bytes { get; private set; }

    /// <summary>Gets the index of the first byte that was not consumed.</summary>
    internal int Start { get; private set; }

    /// <summary>Gets the index after the last byte.</summary>
    internal int End { get; private set; }

    /// <summary>Gets whether the stream has ended.</summary>
    internal bool IsAtEnd { get; private set; }

    internal readonly int Count => End - Start;
    internal readonly ReadOnlySpan<byte> Span => new(Bytes, Start, End - Start);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Consume(int count) => Start += count;

    /// <summary>Prepares the next read: moves the unconsumed bytes if that is worthwhile, and rents a longer array if they fill the current one.</summary>
    /// <param name="needed">The size of the packet that is being read, in bytes. A longer array is rented for at most this size.</param>
    /// <returns>The number of bytes to read at <see cref="End"/>; at least one.</returns>
    internal int MakeRoom(int needed) => Room = FindRoom(needed);

    private int FindRoom(int needed)
    {
        int left = Count;
        if (Bytes.Length == 0)
        {
            Bytes = _pool.Rent(_waitingLength > 0 ? _waitingLength : _pieceStart + PieceLength);
            Start = End = _movedTo = _pieceStart;
        }
        else if (_waitingLength > 0 && (_isDrained ? left == 0 && Bytes.Length >= 2 * _waitingLength : Bytes.Length < PieceLength))
        {
            MoveTo(_pool.Rent(_isDrained ? _waitingLength : PieceLength), 0);
        }

        // Bytes are moved only if the array is full, or if at least as many bytes were consumed since the last move.
        if (End < Bytes.Length && left > Start - _movedTo)
        {
            return Math.Min(Bytes.Length - End, PieceLength);
        }

        byte[] target = Bytes;
        int start;
        if (left <= _pieceStart && needed - left <= target.Length - _pieceStart)
        {
            start = _pieceStart - left;
        }
        else
        {
            start = 0;
            if (left == target.Length)
            {
                // Twice the length, not the declared size: the buffer grows with the received bytes.
                target = _pool.Rent((int)Math.Min(2L * left, needed));
            }
        }

        MoveTo(target, start);
        return Math.Min(target.Length - End, PieceLength);
    }

    /// <summary>Moves the unconsumed bytes within the array or to another one, which replaces it.</summary>
    private void MoveTo(byte[] target, int start)
    {
        int left = Count;
        Buffer.BlockCopy(Bytes, Start, target, start, left);
        if (target != Bytes)
        {
            _pool.Return(Bytes);
            Bytes = target;
        }

        Start = _movedTo = start;
        End = start + left;
    }

    /// <summary>Adds the bytes that were read to <see cref="End"/>. 0 bytes mean that the stream has ended.</summary>
    /// <exception cref="System.IO.IOException">The stream returned a negative number of bytes, or more bytes than requested.</exception>
    internal void Filled(int count)
    {
        if ((uint)count > (uint)Room)
        {
            Throw.ReadCountOutOfRange(count, Room);
        }

        End += count;
        IsAtEnd = count == 0;
        _isDrained = count < Room;
        if (_waitingLength > 0 && Bytes.Length < PieceLength)
        {
            _waitingLength = !_isDrained ? Math.Min(2 * _waitingLength, LongestWaitingLength)
                : count < _waitingLength / 4 ? Math.Max(_waitingLength / 2, WaitingLength) : _waitingLength;
        }
    }

    /// <summary>Returns the array to the pool. A second call is a no-op.</summary>
    internal void Return()
    {
        byte[] bytes = Bytes;
        Bytes = [];
        Start = End = 0;
        if (bytes.Length != 0)
        {
            _pool.Return(bytes);
        }
    }
}
