using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics.Tracing;
using Codec.Framing;

namespace Codec.Tests.Doubles;

/// <summary>Which large arrays of <see cref="ArrayPool{T}.Shared"/> are out that the listener's thread rented since it was made.</summary>
/// <remarks>
/// For what takes no pool of the test's. The test host's own threads rent as well, and are not counted; who returns does not matter. Hears
/// nothing on Mono, whose pool raises no events.
/// </remarks>
internal sealed class SharedPoolListener : EventListener
{
    // The array in which a connection waits. What else the test's thread does, writing to the console for instance, rents less.
    private const int Large = StreamReadBuffer.WaitingLength;
    private const int Rented = 1;
    private const int Returned = 3;

    private readonly HashSet<int> _out = [];
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private EventSource? _source;

    /// <summary>How many arrays were rented.</summary>
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
        if (eventData.EventId is not (Rented or Returned) || eventData.Payload is not [int id, int size, ..] || size < Large)
        {
            return;
        }

        lock (_out)
        {
            if (eventData.EventId == Returned)
            {
                _out.Remove(id);
                return;
            }

            if (Environment.CurrentManagedThreadId == _thread)
            {
                _out.Add(id);
                Rents++;
            }
        }
    }
}
