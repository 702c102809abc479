namespace Codec.Capture;

/// <summary>The options of a <see cref="CaptureWriter"/>. Immutable, and safe to share.</summary>
public sealed class CaptureWriterOptions
{
    /// <summary>Gets the default options.</summary>
    public static CaptureWriterOptions Default { get; } = new();

    /// <summary>
    /// The default size of the buffer in bytes. Linux caches files in large pieces, and a write that ends between two packets covers two pieces in
    /// part. So a packet takes less time in a longer write. More than 1 MB gains little.
    /// </summary>
    internal const int DefaultBufferSize = 1024 * 1024;

    /// <summary>The default preallocated size of a new file in bytes. It is enough for the file system to allocate it in one piece.</summary>
    internal const long DefaultPreallocation = 16L * 1024 * 1024;

    /// <summary>The default length of the longest packet in bytes. The longest packet of the default packet format has 65,539.</summary>
    internal const int DefaultMaxPacketSize = 1024 * 1024;

    /// <summary>Gets the packet format of the messages and payloads that are written. <see cref="PacketFormat.Default"/> by default.</summary>
    public PacketFormat Format { get; init; } = PacketFormat.Default;

    /// <summary>Gets the content of the records. By default, only the packets.</summary>
    public CaptureEncapsulation Encapsulation { get; init; }

    /// <summary>Gets the server's TCP port in <see cref="CaptureEncapsulation.Tcp"/>. 7777 by default.</summary>
    public ushort Port { get; init; } = 7777;

    /// <summary>Gets whether the server writes the capture, so that inbound packets are from the client. The capture states it.</summary>
    public bool IsServer { get; init; }

    /// <summary>Gets the size of the buffer in bytes, from 4,096 to 1,073,741,824. 1,048,576 by default.</summary>
    public int BufferSize { get; init; } = DefaultBufferSize;

    /// <summary>Gets the longest packet that is accepted, in bytes. 1,048,576 by default.</summary>
    public int MaxPacketSize { get; init; } = DefaultMaxPacketSize;

    /// <summary>
    /// Gets the longest time that a packet stays in the buffer while other packets follow. If the process crashes, at most the packets of
    /// that time are lost. A stream that the caller passed is also flushed, because it can have its own buffer. The time is measured by
    /// <see cref="TimeProvider.GetTimestamp"/>, not by the packets' timestamps. If <see cref="TimeProvider"/> is the system's, it is accurate to about
    /// 16 milliseconds. One second by default. <see cref="TimeSpan.MaxValue"/> writes only full buffers.
    /// </summary>
    public TimeSpan FlushInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets the preallocated size of a new file in bytes. Unused space is released. 16 MB by default; 0 preallocates nothing.</summary>
    public long PreallocationSize { get; init; } = DefaultPreallocation;

    /// <summary>
    /// Gets the largest size of a file in bytes. A packet that would exceed it starts a new file. A file has at least one packet. No limit by
    /// default. Used for files only.
    /// </summary>
    public long MaxFileSize { get; init; } = long.MaxValue;

    /// <summary>
    /// Gets the age of a file at which the next packet starts a new file. The age is the time by the packets' timestamps or by the clock of
    /// <see cref="FlushInterval"/>, whichever is longer. No limit by default. Used for files only.
    /// </summary>
    public TimeSpan MaxFileAge { get; init; } = TimeSpan.MaxValue;

    /// <summary>Gets the clock for packets without a timestamp, and for the intervals. The system's clock by default.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal void Check()
    {
        Throw.IfNull(Format, nameof(Format));

        if (Encapsulation > CaptureEncapsulation.Tcp)
        {
            Throw.UndefinedValue(nameof(Encapsulation), (int)Encapsulation);
        }

        // The largest power of two that is the length of an array. The length of a record with a longer packet might not fit in an int.
        const int Largest = 1 << 30;
        Throw.IfOutOfRange(nameof(BufferSize), BufferSize, 4096, Largest);
        Throw.IfOutOfRange(nameof(MaxPacketSize), MaxPacketSize, 1, Largest);
        Throw.IfOutOfRange(nameof(PreallocationSize), PreallocationSize, 0);
        Throw.IfOutOfRange(nameof(MaxFileSize), MaxFileSize, 1);
        Throw.IfOutOfRange(nameof(FlushInterval), FlushInterval.Ticks, 0);
        Throw.IfOutOfRange(nameof(MaxFileAge), MaxFileAge.Ticks, 1);
        Throw.IfNull(TimeProvider, nameof(TimeProvider));
    }
}
