using System;
using System.Buffers;
using System.Runtime.CompilerServices;

namespace Codec.Framing;

/// <summary>
/// The pooled buffer between a stream and what takes its bytes apart: filled in large pieces, emptied from the front. Belongs in one field
/// that is not read-only, and is never copied. Not safe for use by several threads at once.
/// </summary>
internal struct StreamReadBuffer
{
    /// <summary>
    /// How many bytes are asked of the stream at once: below 64 KB, the calls into the system show; above, what was read leaves the core's
    /// cache before it is looked at.
    /// </summary>
    private const int PieceLength = 64 * 1024;

    /// <summary>
    /// Where in the array a piece begins. What is left of the piece before is moved to just before it, so that the stream is asked for
    /// whole pieces, which begin at the same address each time: copying from a file's pages to an address that is aligned otherwise takes
    /// up to half as long again. As long as a piece, because pools hand out powers of two.
    /// </summary>
    internal const int AlignedPieceStart = PieceLength;

    private readonly ArrayPool<byte> _pool;
    private readonly int _pieceStart;

    // Where what there was began when it was moved last, so that Start says how much was consumed since.
    private int _movedTo;

    /// <summary>Rents an array.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="pieceStart">
    /// <see cref="AlignedPieceStart"/>, which is faster for files; or 0, which takes half of the memory: connections have little else.
    /// </param>
    internal StreamReadBuffer(ArrayPool<byte> pool, int pieceStart = AlignedPieceStart)
    {
        _pool = pool;
        _pieceStart = pieceStart;
        Bytes = pool.Rent(pieceStart + PieceLength);
        Start = End = _movedTo = pieceStart;
    }

    /// <summary>Gets the number of bytes that the stream was asked for last.</summary>
    internal int Room { get; private set; }

    /// <summary>The array, empty once the buffer was returned.</summary>
    internal byte[] Bytes { get; private set; }

    /// <summary>Where the bytes begin that were not consumed.</summary>
    internal int Start { get; private set; }

    /// <summary>Where they end.</summary>
    internal int End { get; private set; }

    /// <summary>Whether the stream has ended.</summary>
    internal bool IsAtEnd { get; private set; }

    /// <summary>Whether the array was given back.</summary>
    internal readonly bool IsReturned => Bytes.Length == 0;

    /// <summary>How many bytes there are.</summary>
    internal readonly int Count => End - Start;

    /// <summary>The bytes that there are.</summary>
    internal readonly ReadOnlySpan<byte> Span => new(Bytes, Start, End - Start);

    /// <summary>Passes over bytes at the front.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Consume(int count) => Start += count;

    /// <summary>Moves what is left, where that pays, out of the way of the next read, into a longer array where the one at hand is full of <paramref name="needed"/> bytes that go on.</summary>
    /// <returns>How many bytes to read to <see cref="End"/>; at least one.</returns>
    internal int MakeRoom(int needed) => Room = FindRoom(needed);

    private int FindRoom(int needed)
    {
        int left = Count;

        // What is moved was paid for by at least as many bytes that are gone, or by those that filled the array.
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
                // Twice as long, not as long as was announced: the buffer grows with what came.
                target = _pool.Rent((int)Math.Min(2L * left, needed));
            }
        }

        Buffer.BlockCopy(Bytes, Start, target, start, left);
        if (target != Bytes)
        {
            _pool.Return(Bytes);
            Bytes = target;
        }

        Start = _movedTo = start;
        End = start + left;
        return Math.Min(target.Length - End, PieceLength);
    }

    /// <summary>Adds what a read to <see cref="End"/> gave; 0 bytes mean that the stream has ended.</summary>
    /// <exception cref="System.IO.IOException">The stream says that it gave fewer than 0 bytes, or more than it was asked for.</exception>
    internal void Filled(int count)
    {
        if ((uint)count > (uint)Room)
        {
            Throw.ReadCountOutOfRange(count, Room);
        }

        End += count;
        IsAtEnd = count == 0;
    }

    /// <summary>Gives the array back, the first time that it is called.</summary>
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
