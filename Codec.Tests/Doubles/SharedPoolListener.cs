using System.Diagnostics.Tracing;
using Codec.Internals;

namespace Codec.Tests.Doubles;

/// <summary>
/// Counts the large arrays of <see cref="ArrayPool{T}.Shared"/> that the listener's thread rented after its creation and that are not returned.
/// </summary>
/// <remarks>
/// For code that does not accept a pool of the test. The test host's other threads also rent, and do not count. Any thread may return an array.
/// While a listener exists, every rent and return in the process allocates on the calling thread. On Mono, the pool raises no events, so nothing is
/// counted.
/// </remarks>
internal sealed class SharedPoolListener : EventListener
{
    private const int Rented = 1;
    private const int Returned = 3;

    // The minimum size: the array in which a connection waits. The test's thread rents smaller arrays for other work, such as writing to the console.
    private const int Large = StreamReadBuffer.WaitingLength;

    private readonly HashSet<int> _out = [];
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private EventSource? _source;

    /// <summary>Gets whether the pool of the runtime raises events.</summary>
    public static bool HasEvents { get; } = Type.GetType("Mono.Runtime") is null;

    /// <summary>Gets or sets whether arrays that are rented from now on count.</summary>
    public bool CountsRents { get; set; } = true;

    /// <summary>Gets the number of arrays that were rented.</summary>
    public int Rents { get; private set; }

    public int Outstanding
    {
        get
        {
            lock (_out)
            {
                return _out.Count;
            }
        }
    }

    public override void Dispose()
    {
        if (_source is not null)
        {
            DisableEvents(_source);
        }

        base.Dispose();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Buffers.ArrayPoolEventSource")
        {
            _source = eventSource;
            EnableEvents(eventSource, EventLevel.Verbose);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        // The id is a hash code, so two arrays can have the same one.
        if (eventData.Payload is not [int id, int size, ..])
        {
            return;
        }

        lock (_out)
        {
            if (eventData.EventId == Returned)
            {
                _out.Remove(id);
            }
            else if (eventData.EventId == Rented && size >= Large && CountsRents && Environment.CurrentManagedThreadId == _thread)
            {
                _out.Add(id);
                Rents++;
            }
        }
    }
}
