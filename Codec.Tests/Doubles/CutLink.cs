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
        private readonly ArrayBufferWriter<byte> _bytes = new();
        private int _taken;
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

                _bytes.Write(bytes[..(int)Math.Min(bytes.Length, Left)]);
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
                    int left = _bytes.WrittenCount - _taken;

                    // A read of no bytes waits for some.
                    if (HasEnded || left > 0)
                    {
                        return left == 0 && _fails ? throw new IOException("The link is cut.") : Take(buffer.Span[..Math.Min(buffer.Length, left)]);
                    }

                    changed = _changed.Task;
                }

                await changed.WaitAsync(cancellationToken).ConfigureAwait(false);
            }
        }

        private int Take(Span<byte> destination)
        {
            _bytes.WrittenSpan.Slice(_taken, destination.Length).CopyTo(destination);
            _taken += destination.Length;
            if (_taken == _bytes.WrittenCount)
            {
                _bytes.ResetWrittenCount();
                _taken = 0;
            }

            return destination.Length;
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
