using System.Runtime.InteropServices;

namespace Codec.Cli.Tap;

/// <summary>Prints lines on its own thread. Thread-safe.</summary>
/// <remarks>
/// A caller never waits: if more than <see cref="MaxLines"/> lines, or several with more than <see cref="MaxBytes"/> bytes, are queued, packets are
/// skipped, and a line prints their number. A terminal shows a few thousand lines per second, and a game can send fifty times as many packets.
/// </remarks>
internal sealed class TapPrinter : IDisposable
{
    private const int MaxLines = 4096;
    private const int MaxBytes = 4 * 1024 * 1024;

    // The text of a packet is up to a few times as long, and must fit in a string.
    private const int MaxLineBytes = 16 * MaxBytes;

    // Lines are written in batches, because each write to a console is a system call.
    private const int WriteSize = 16 * 1024;

    /// <summary>The longest time that the end of a tap waits for an output that is not read, once for the queued lines and once for the summary.</summary>
    internal static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(2);

    private readonly TextWriter _writer;
    private readonly TapLineFormat _format;
    private readonly bool _isQuiet;
    private readonly Thread _thread;
    private readonly object _lock = new();
    private readonly Queue<TapLine> _lines = [];
    private int _bytes;
    private long _skipped;
    private bool _isOver;

    /// <summary>Starts a printer.</summary>
    /// <param name="isQuiet">Whether only events and errors are printed, and not packets.</param>
    public TapPrinter(TextWriter writer, TapLineFormat format, bool isQuiet)
    {
        _writer = writer;
        _format = format;
        _isQuiet = isQuiet;
        _thread = new Thread(Run) { IsBackground = true, Name = "codec tap: printing" };
        _thread.Start();
    }

    /// <summary>Gets the number of packets and other lines that were not printed because too many lines were queued.</summary>
    public long NotPrinted { get; private set; }

    /// <summary>Prints a line, if the queue is not full.</summary>
    /// <param name="bytes">The bytes of the line. They are copied.</param>
    public void Add(TapLine line, ReadOnlySpan<byte> bytes = default)
    {
        if (_isQuiet && line.IsPacket)
        {
            return;
        }

        lock (_lock)
        {
            // The limit of lines that are no packets is twice as high.
            int limit = line.IsPacket ? MaxLines : 2 * MaxLines;
            if (_isOver || _lines.Count >= limit || (_lines.Count > 0 && _bytes > MaxBytes - bytes.Length) || bytes.Length > MaxLineBytes)
            {
                NotPrinted++;
                _skipped++;
                return;
            }

            if (!bytes.IsEmpty)
            {
                byte[] copy = ArrayPool<byte>.Shared.Rent(bytes.Length);
                bytes.CopyTo(copy);
                line = line with { Bytes = copy.AsMemory(0, bytes.Length) };
                _bytes += bytes.Length;
            }

            _lines.Enqueue(line with { Skipped = _skipped });
            _skipped = 0;
            Monitor.Pulse(_lock);
        }
    }

    /// <summary>Prints the queued lines, for at most 2 seconds, and ends the thread.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            if (_isOver)
            {
                return;
            }

            _isOver = true;
            Monitor.Pulse(_lock);
        }

        _thread.Join(EndLimit);
    }

    private void Run()
    {
        StringBuilder text = new();
        while (TryTake(out TapLine line, out long skipped, out bool isLast))
        {
            if (line.Skipped > 0)
            {
                _format.AppendSkipped(text, line.Skipped);
            }

            int length = text.Length;
            try
            {
                _format.Append(text, line);
            }
            catch (OutOfMemoryException)
            {
                // The text of a packet can be many times as long as the packet. Forwarding continues.
                text.Length = length;
                skipped++;
                lock (_lock)
                {
                    NotPrinted++;
                }
            }

            if (MemoryMarshal.TryGetArray(line.Bytes, out ArraySegment<byte> array) && array.Count > 0)
            {
                ArrayPool<byte>.Shared.Return(array.Array!);
            }

            if (skipped > 0)
            {
                _format.AppendSkipped(text, skipped);
            }

            if (isLast || text.Length >= WriteSize)
            {
                try
                {
                    _writer.Write(text);
                    _writer.Flush();
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
                {
                    // The output is no longer read, for example after codec tap | head, or cannot be written. The capture continues.
                }

                text.Clear();
            }
        }
    }

    private bool TryTake(out TapLine line, out long skipped, out bool isLast)
    {
        lock (_lock)
        {
            while (_lines.Count == 0 && !_isOver)
            {
                Monitor.Wait(_lock);
            }

            isLast = _lines.Count <= 1;
            skipped = isLast ? _skipped : 0;
            _skipped -= skipped;
            if (!_lines.TryDequeue(out line))
            {
                return false;
            }

            _bytes -= line.Bytes.Length;
            return true;
        }
    }
}
