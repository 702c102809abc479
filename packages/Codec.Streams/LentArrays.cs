using System.Collections.Generic;

namespace Codec.Streams;

/// <summary>
/// The pool of a stream that was copied to another stream. Arrays that the stream returns during a copy are returned to the wrapped pool after the
/// last copy has ended. Thread-safe if the wrapped pool is, because a copy ends on the thread that completes the destination's last write.
/// </summary>
internal sealed class LentArrays(ArrayPool<byte> pool) : ArrayPool<byte>
{
    private readonly List<(byte[] Array, bool Clear)> _returned = [];
    private int _copies;

    public override byte[] Rent(int minimumLength) => pool.Rent(minimumLength);

    public override void Return(byte[] array, bool clearArray = false)
    {
        lock (_returned)
        {
            if (_copies > 0)
            {
                _returned.Add((array, clearArray));
                return;
            }
        }

        pool.Return(array, clearArray);
    }

    internal void BeginCopy()
    {
        lock (_returned)
        {
            _copies++;
        }
    }

    internal void EndCopy()
    {
        lock (_returned)
        {
            if (--_copies > 0)
            {
                return;
            }

            for (int i = _returned.Count - 1; i >= 0; i--)
            {
                (byte[] array, bool clear) = _returned[i];
                _returned.RemoveAt(i);
                pool.Return(array, clear);
            }
        }
    }
}
