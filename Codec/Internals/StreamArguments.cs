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
        Throw.IfNull(stream, name);
        if (!stream.CanRead)
        {
            Throw.StreamNotReadable(name);
        }
    }

    internal static void CheckWritable(Stream stream, string name)
    {
        Throw.IfNull(stream, name);
        if (!stream.CanWrite)
        {
            Throw.StreamNotWritable(name);
        }
    }

    internal static void CheckCopy(Stream destination, int bufferSize)
    {
        Throw.IfNull(destination, nameof(destination));
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
        Throw.IfNull(buffer, nameof(buffer));
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
