namespace Codec.Tests.Doubles;

/// <summary>Two streams that are connected until one direction has carried a number of bytes. What was written afterwards is lost.</summary>
internal sealed class CutLink
{
    private readonly Direction _there = new();
    private readonly Direction _back = new();

    internal CutLink(long there = long.MaxValue, long back = long.MaxValue)
    {
        (_there.Left, _back.Left) = (there, back);
        Client = new End(this, _back, _there);
        Server = new End(this, _there, _back);
    }

    internal Stream Client { get; }

    internal Stream Server { get; }

    /// <summary>Carries nothing more. What was carried can be read; then the streams end or fail.</summary>
    internal void Cut(bool fails = false)
    {
        _there.End(fails);
        _back.End(fails);
    }

    /// <summary>Loses every byte from now on, and neither ends nor fails.</summary>
    internal void Silence() => _there.Left = _back.Left = -1;

    private sealed class Direction
    {
        private readonly Lock _lock = new();
        private readonly Queue<byte> _bytes = new();
        private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private bool _fails;

        /// <summary>Gets or sets how many bytes are carried before the cut. Negative to lose every byte.</summary>
        internal long Left { get; set; }

        internal bool HasEnded { get; private set; }

        /// <summary>Carries bytes.</summary>
        /// <returns>Whether that cuts the link.</returns>
        internal bool Write(ReadOnlySpan<byte> bytes)
        {
            lock (_lock)
            {
                if (HasEnded)
                {
                    throw new IOException("The link is cut.");
                }

                if (Left < 0)
                {
                    return false;
                }

                foreach (byte value in bytes[..(int)Math.Min(bytes.Length, Left)])
                {
                    _bytes.Enqueue(value);
                }

                bool cuts = Left < bytes.Length;
                Left -= Math.Min(bytes.Length, Left);
                Signal();
                return cuts;
            }
        }

        internal void End(bool fails)
        {
            lock (_lock)
            {
                _fails |= fails;
                HasEnded = true;
                Signal();
            }
        }

        internal async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken)
        {
            while (true)
            {
                Task changed;
                lock (_lock)
                {
                    int count = 0;
                    while (count < buffer.Length && _bytes.TryDequeue(out byte value))
                    {
                        buffer.Span[count++] = value;
                    }

                    // A read of no bytes waits for some.
                    if (count > 0 || HasEnded || _bytes.Count > 0)
                    {
                        return count == 0 && _fails && _bytes.Count == 0 ? throw new IOException("The link is cut.") : count;
                    }

                    changed = _changed.Task;
                }

                await changed.WaitAsync(cancellationToken).ConfigureAwait(false);
            }
        }

        private void Signal()
        {
            _changed.TrySetResult();
            _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    private sealed class End(CutLink link, Direction input, Direction output) : TestStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => input.ReadAsync(buffer, cancellationToken);

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (output.Write(buffer.Span))
            {
                link.Cut(fails: buffer.Length % 2 == 0);
                throw new IOException("The link is cut.");
            }

            return default;
        }

        protected override void Dispose(bool disposing)
        {
            link.Cut();
            base.Dispose(disposing);
        }
    }
}
