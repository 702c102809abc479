using System.Buffers;
using System.Collections.Generic;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>A pool that knows which of its arrays are out; an array that is not, and comes back, is counted apart.</summary>
internal sealed class CountingPool : ArrayPool<byte>
{
    private readonly HashSet<byte[]> _out = [];

    public int Rented { get; private set; }

    public int Outstanding => _out.Count;

    public int WrongReturns { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = new byte[minimumLength + 3];
        System.Array.Fill(array, (byte)0xCC);
        _out.Add(array);
        Rented++;
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.Remove(array))
        {
            WrongReturns++;
        }
    }
}
