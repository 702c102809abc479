using System;
using System.Collections.Generic;
using Google.FlatBuffers;

namespace Codec.Tests.Doubles;

/// <summary>An allocator that grows as <see cref="Next"/> specifies, and detects writes outside of its current buffer.</summary>
public sealed class MisbehavingAllocator : ByteBufferAllocator
{
    private const int Guard = 64;
    private const byte GuardByte = 0xCC;

    private readonly List<(byte[] Array, byte[] Content)> _replaced = [];

    public MisbehavingAllocator(int length) => Set(length);

    public enum Growth
    {
        AsAsked,
        MoreThanAsked,
        None,
        Less,
        Empty,
        NullArray,
        LongerThanArray,
        Throwing,
    }

    public Growth Next { get; set; }

    /// <summary>Called once, while the buffer grows.</summary>
    public Action? Growing { get; set; }

    public override void GrowFront(int newSize)
    {
        Action? growing = Growing;
        Growing = null;
        growing?.Invoke();
        switch (Next)
        {
            case Growth.AsAsked:
                Set(newSize);
                break;
            case Growth.MoreThanAsked:
                Set(newSize + 13);
                break;
            case Growth.Less:
                Set(Length / 2);
                break;
            case Growth.Empty:
                Set(0);
                break;
            case Growth.NullArray:
                Replace(null!, newSize);
                break;
            case Growth.LongerThanArray:
                Replace(new byte[8], newSize);
                break;
            case Growth.Throwing:
                throw new NotSupportedException("No more memory.");
            default:
                break;
        }
    }

    /// <summary>Replaces the array, like a user of the allocator that bypasses the buffer.</summary>
    public void Set(int length)
    {
        byte[] array = new byte[length + Guard];
        array.AsSpan(length).Fill(GuardByte);
        if (Buffer is { } old)
        {
            int kept = Math.Min(Math.Min(Length, old.Length), length);
            System.Buffer.BlockCopy(old, Math.Min(Length, old.Length) - kept, array, length - kept, kept);
        }

        Replace(array, length);
    }

    public bool IsIntact()
    {
        foreach ((byte[] array, byte[] content) in _replaced)
        {
            if (!array.AsSpan().SequenceEqual(content))
            {
                return false;
            }
        }

        return Buffer is null || Length > Buffer.Length || Buffer.AsSpan(Length).IndexOfAnyExcept(GuardByte) < 0 || Buffer.Length == 8;
    }

    private void Replace(byte[] array, int length)
    {
        if (Buffer is { } old)
        {
            _replaced.Add((old, (byte[])old.Clone()));
        }

        Buffer = array;
        Length = length;
    }
}
