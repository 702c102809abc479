namespace Codec.Cli.Tap;

/// <summary>Prints lines on its own thread. Thread-safe.</summary>
/// <remarks>
/// A caller never waits: if more than <see cref="MaxLines"/> lines, or several with more than <see cref="MaxBytes"/> bytes, are queued, packets are
/// skipped, and a line prints their number. A terminal shows a few thousand lines per second, and a game can send fifty times as many packets.
/// </remarks>
internal sealed class TapPrinter : ITapSink, IDisposable
{
    private const int MaxLines = 4096;
    private const int MaxBytes = 4 * 1024 * 1024;

    // The text of a packet is up to a few times as long, and must fit in an array.
    private const int MaxLineBytes = 16 * MaxBytes;

    /// <summary>The longest time that the end of a tap waits for an output that is not read, once for the queued lines and once for the summary.</summary>
    internal static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(2);

    private readonly TapLineWriter _writer;
    private readonly bool _isQuiet;
    private readonly Thread _thread;
    private readonly object _lock = new();
    private readonly Channel<TapLine> _lines = Channel.CreateUnbounded<TapLine>();
    private int _bytes;
    private long _skipped;

    public TapPrinter(TapLineWriter writer, bool isQuiet)
    {
        _writer = writer;
        _isQuiet = isQuiet;
        _thread = new Thread(Run) { IsBackground = true, Name = "codec tap: printing" };
        _thread.Start();
    }

    public long NotPrinted { get; private set; }

    /// <summary>Prints a line, if the queue is not full.</summary>
    public void Add(TapLine line, ReadOnlySpan<byte> bytes = default)
    {
        if (_isQuiet && line.IsPacket)
        {
            return;
        }

        lock (_lock)
        {
            // The limit of lines that are no packets is twice as high.
            int count = _lines.Reader.Count;
            bool hasRoom = count < (line.IsPacket ? MaxLines : 2 * MaxLines)
                && (count == 0 || _bytes <= MaxBytes - bytes.Length) && bytes.Length <= MaxLineBytes;
            if (!hasRoom || !_lines.Writer.TryWrite(line with { Bytes = bytes.ToArray(), Skipped = _skipped }))
            {
                NotPrinted++;
                _skipped++;
                return;
            }

            _bytes += bytes.Length;
            _skipped = 0;
        }
    }

    /// <summary>Prints the queued lines, for at most 2 seconds, and ends the thread.</summary>
    public void Dispose()
    {
        _lines.Writer.TryComplete();
        _thread.Join(EndLimit);
    }

    private void Run()
    {
        while (_lines.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            try
            {
                PrintQueued();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // The output is no longer read, for example after codec tap | head, or cannot be written. The capture continues.
            }
        }
    }

    // Lines are written in batches, because each write to a console is a system call.
    private void PrintQueued()
    {
        while (_lines.Reader.TryRead(out TapLine line))
        {
            lock (_lock)
            {
                _bytes -= line.Bytes.Length;
            }

            WriteSkipped(line.Time, line.Skipped);
            try
            {
                _writer.Write(line);
            }
            catch (OutOfMemoryException)
            {
                // The text of a packet can be many times as long as the packet. Forwarding continues.
                lock (_lock)
                {
                    NotPrinted++;
                }

                WriteSkipped(line.Time, 1);
            }
        }

        long skipped;
        lock (_lock)
        {
            (skipped, _skipped) = (_skipped, 0);
        }

        WriteSkipped(DateTimeOffset.UtcNow, skipped);
        _writer.Flush();
    }

    private void WriteSkipped(DateTimeOffset time, long count)
    {
        if (count > 0)
        {
            _writer.WriteSkipped(time, count);
        }
    }
}
