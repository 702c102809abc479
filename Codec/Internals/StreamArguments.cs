using System.IO;
using System.Runtime.CompilerServices;

namespace Codec.Internals;

/// <summary>Validates the arguments of a <see cref="Stream"/>'s methods, in the same order as the framework's streams.</summary>
internal static class StreamArguments
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void CheckRange(byte[] buffer, int offset, int count)
    {
        if (buffer is null || (ulong)(uint)offset + (uint)count > (uint)buffer.Length)
        {
            ThrowRange(buffer, offset, count);
        }
    }

    internal static void CheckReadable(Stream stream, string name)
    {
        if (stream is null)
        {
            Throw.ArgumentNull(name);
        }

        if (!stream.CanRead)
        {
            Throw.StreamNotReadable(name);
        }
    }

    internal static void CheckWritable(Stream stream, string name)
    {
        if (stream is null)
        {
            Throw.ArgumentNull(name);
        }

        if (!stream.CanWrite)
        {
            Throw.StreamNotWritable(name);
        }
    }

    internal static void CheckCopy(Stream destination, int bufferSize)
    {
        if (destination is null)
        {
            Throw.ArgumentNull(nameof(destination));
        }

        if (bufferSize <= 0)
        {
            Throw.ArgumentNotPositive(nameof(bufferSize), bufferSize);
        }

        if (!destination.CanWrite)
        {
            if (destination.CanRead)
            {
                Throw.DestinationNotWritable();
            }

            Throw.Disposed(destination.GetType().Name);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ThrowRange(byte[]? buffer, int offset, int count)
    {
        if (buffer is null)
        {
            Throw.ArgumentNull(nameof(buffer));
        }

        if (offset < 0)
        {
            Throw.NegativeArgument(nameof(offset), offset);
        }

        if (count < 0)
        {
            Throw.NegativeArgument(nameof(count), count);
        }

        Throw.CountPastEnd(buffer.Length, offset, count);
    }
}
