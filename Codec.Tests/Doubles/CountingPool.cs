using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Tests.Doubles;

/// <summary>An array pool that knows every array it has out, hands out garbage, refuses what is returned twice or was never its own, and
/// overwrites what came back, so that late readers see it.</summary>
public sealed class CountingPool : ArrayPool<byte>
{
    private readonly Dictionary<byte[], int> _out = [];
    private long _rentedBytes;

    /// <summary>How often an array was asked for.</summary>
    public int Rents { get; private set; }

    /// <summary>How many arrays are out.</summary>
    public int Outstanding => _out.Count;

    /// <summary>The most bytes that were out at once, as they were asked for.</summary>
    public long PeakRented { get; private set; }

    /// <summary>Whether every array came back zeroed.</summary>
    public bool AllReturnedClear { get; private set; } = true;

    /// <summary>How many more arrays it has.</summary>
    public int RentsUntilFailure { get; set; } = int.MaxValue;

    /// <summary>How many bytes were asked for last.</summary>
    public int LastLength { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        LastLength = minimumLength;
        if (RentsUntilFailure == 0)
        {
            throw new InsufficientMemoryException();
        }

        RentsUntilFailure--;

        // Longer than asked for, as pools may be, and never zeroed.
        byte[] array = new byte[minimumLength + 7];
        array.AsSpan().Fill(0xCD);
        _out.Add(array, minimumLength);
        Rents++;
        _rentedBytes += minimumLength;
        PeakRented = Math.Max(PeakRented, _rentedBytes);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.TryGetValue(array, out int length))
        {
            throw new InvalidOperationException("The array was returned twice, or is not of this pool.");
        }

        _out.Remove(array);
        _rentedBytes -= length;
        if (clearArray)
        {
            Array.Clear(array, 0, array.Length);
        }

        AllReturnedClear &= array.All(b => b == 0);
        array.AsSpan().Fill(0xEE);
    }
}
