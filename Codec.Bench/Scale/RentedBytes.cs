using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Scale;

/// <summary>Counts the bytes of the arrays that were rented from <see cref="ArrayPool{T}.Shared"/> after this object was created.</summary>
internal sealed class RentedBytes : ArrayPoolListener
{
    private readonly Dictionary<int, int> _sizes = [];

    /// <summary>Gets the total size of the arrays that are rented, in bytes.</summary>
    internal long Bytes
    {
        get
        {
            lock (_sizes)
            {
                return _sizes.Values.Sum(size => (long)size);
            }
        }
    }

    protected override void OnRented(int id, int size)
    {
        lock (_sizes)
        {
            _sizes[id] = size;
        }
    }

    protected override void OnReturned(int id, int size)
    {
        lock (_sizes)
        {
            _sizes.Remove(id);
        }
    }
}
