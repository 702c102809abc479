using System;
using System.Buffers;
using Codec.Tests.Doubles;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Flatc.Own;

/// <summary>Creates buffers over different kinds of memory. The bytes around the content are 0xFF, so that reads outside it are detected.</summary>
internal static class InputMemory
{
    public static readonly string[] Kinds =
        ["array", "array with a position", "segment", "segment at an odd address", "memory", "rented array", "copy of native memory", "duplicate", "buffer used before"];

    private const int Around = 64;

    public static ByteBuffer Of(string kind, byte[] content) => kind switch
    {
        "array" => new ByteBuffer(content),
        "array with a position" => new ByteBuffer(Surrounded(content, Around, behind: 0), Around),
        "segment" => new ByteBuffer(new ArraySegment<byte>(Surrounded(content, Around, Around), Around, content.Length)),
        "segment at an odd address" => new ByteBuffer(new ArraySegment<byte>(Surrounded(content, Around + 1, Around), Around + 1, content.Length)),
        "memory" => new ByteBuffer(Surrounded(content, Around + 2, Around).AsMemory(Around + 2, content.Length)),
        "rented array" => OverRented(content),
        "copy of native memory" => CopyOfNative(content),
        "duplicate" => new ByteBuffer(new ArraySegment<byte>(Surrounded(content, 3, 3), 3, content.Length)).Duplicate(),
        "buffer used before" => UsedBefore(content),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "There is no such kind of memory."),
    };

    private static byte[] Surrounded(byte[] content, int before, int behind)
    {
        byte[] bytes = new byte[before + content.Length + behind];
        bytes.AsSpan().Fill(0xFF);
        content.CopyTo(bytes, before);
        return bytes;
    }

    // Like most rented arrays, the array is longer than the content. It is not returned, because the buffer is in use until the test ends.
    private static ByteBuffer OverRented(byte[] content)
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent(content.Length + 1);
        rented.AsSpan().Fill(0xFF);
        content.CopyTo(rented, 0);
        return new ByteBuffer(new ArraySegment<byte>(rented, 0, content.Length));
    }

    // Native memory is not backed by an array: the buffer rejects it, so its bytes are copied to a rented array.
    private static ByteBuffer CopyOfNative(byte[] content)
    {
        using UnmanagedMemory native = new(content);
        Assert.That(() => new ByteBuffer(native.Memory), Throws.ArgumentException);
        byte[] rented = ArrayPool<byte>.Shared.Rent(content.Length);
        native.Memory.CopyTo(rented);
        return new ByteBuffer(rented.AsMemory(0, content.Length));
    }

    private static ByteBuffer UsedBefore(byte[] content)
    {
        ByteBuffer buffer = new(new byte[1]) { Position = 1 };
        buffer.Reset(Surrounded(content, 7, Around).AsMemory(7, content.Length));
        return buffer;
    }
}
