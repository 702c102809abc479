using System;
using System.Buffers;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A pool that has so many arrays and no more.</summary>
public sealed class EmptyPool : ArrayPool<byte>
{
    public int RentsUntilFailure { get; set; }

    public int Outstanding { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        if (RentsUntilFailure == 0)
        {
            throw new InsufficientMemoryException();
        }

        RentsUntilFailure--;
        Outstanding++;
        return new byte[minimumLength];
    }

    public override void Return(byte[] array, bool clearArray = false) => Outstanding--;
}
