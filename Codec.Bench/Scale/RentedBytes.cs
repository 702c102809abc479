using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics.Tracing;
using System.Linq;

namespace Codec.Bench.Scale;

/// <summary>Counts the bytes of the arrays that were rented from <see cref="ArrayPool{T}.Shared"/> after this object was created.</summary>
internal sealed class RentedBytes : EventListener
{
    private const int Rented = 1;
    private const int Returned = 3;

    private readonly Dictionary<int, int> _sizes = [];

    /// <summary>Gets the bytes of the arrays that are rented.</summary>
    internal long Bytes
    {
        get
        {
            lock (_sizes)
            {
                return _sizes.Values.Sum(size => (long)size);
            }
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Buffers.ArrayPoolEventSource")
        {
            EnableEvents(eventSource, EventLevel.Verbose);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId is not (Rented or Returned) || eventData.Payload is not [int id, int size, ..])
        {
            return;
        }

        lock (_sizes)
        {
            if (eventData.EventId == Rented)
            {
                _sizes[id] = size;
            }
            else
            {
                _sizes.Remove(id);
            }
        }
    }
}
