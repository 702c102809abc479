using System;
using System.Buffers;
using System.Collections.Generic;

namespace Codec.Tests.Framing.Drivers;

/// <summary>An array pool that knows what is out; returned arrays are overwritten, so that late readers see it.</summary>
public sealed class CountingPool : ArrayPool<byte>
{
    private readonly HashSet<byte[]> _out = [];
    private long _rented;

    public int Outstanding => _out.Count;

    public int Rents { get; private set; }

    public long PeakRented { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = new byte[Math.Max(minimumLength, 1)];
        _out.Add(array);
        Rents++;
        _rented += array.Length;
        PeakRented = Math.Max(PeakRented, _rented);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.Remove(array))
        {
            throw new InvalidOperationException("Returned an array that was not out.");
        }

        _rented -= array.Length;
        Array.Fill(array, (byte)0xEE);
    }
}
