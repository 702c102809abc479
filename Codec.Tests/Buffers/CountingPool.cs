using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Tests.Buffers;

/// <summary>A pool that knows every array it has out, hands out garbage, and refuses what is returned twice or was never its own.</summary>
internal sealed class CountingPool : ArrayPool<byte>
{
    private readonly HashSet<byte[]> _out = [];

    public int Rented { get; private set; }

    public int Returned { get; private set; }

    public int Outstanding => _out.Count;

    /// <summary>Whether every array came back zeroed.</summary>
    public bool AllReturnedClear { get; private set; } = true;

    public override byte[] Rent(int minimumLength)
    {
        // Longer than asked for, as pools may be, and never zeroed.
        byte[] array = new byte[minimumLength + 7];
        array.AsSpan().Fill(0xCD);
        _out.Add(array);
        Rented++;
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.Remove(array))
        {
            throw new InvalidOperationException("The array was returned twice, or is not of this pool.");
        }

        if (clearArray)
        {
            Array.Clear(array);
        }

        AllReturnedClear &= array.All(b => b == 0);
        array.AsSpan().Fill(0xEE);
        Returned++;
    }
}
