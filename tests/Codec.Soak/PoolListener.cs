using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Linq;

namespace Codec.Soak;

/// <summary>Counts the arrays of <see cref="ArrayPool{T}.Shared"/> that were rented and not returned, without small ones.</summary>
internal sealed class PoolListener : EventListener
{
    // Those of connections are at least as large. An SslStream that is disposed during a read leaves its array of 32 KB to the garbage collector.
    private const int Smallest = 64 * 1024;
    private const int Rented = 1;
    private const int Returned = 3;

    // Identifiers are hash codes, which two arrays can share.
    private readonly Dictionary<(int Id, int Size), int> _out = [];
    private readonly Dictionary<(int Id, int Size), StackTrace> _rents = [];

    /// <summary>Returns how many arrays of each size are out.</summary>
    public string Describe()
    {
        lock (_out)
        {
            return string.Join(
                ", ", _out.GroupBy(array => array.Key.Size, array => array.Value).Where(size => size.Sum() > 0).OrderBy(size => size.Key).Select(size => $"{size.Sum()} of {size.Key} bytes"));
        }
    }

    /// <summary>Returns where the arrays that are out were rented.</summary>
    public string DescribeRents()
    {
        lock (_out)
        {
            return string.Concat(_out.Where(array => array.Value > 0).Select(array => $"\n{array.Key.Size} bytes were rented\n{_rents.GetValueOrDefault(array.Key)}"));
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
        if (eventData.EventId is not (Rented or Returned) || eventData.Payload is not [int id, int size, ..] || size < Smallest)
        {
            return;
        }

        lock (_out)
        {
            int count = _out.GetValueOrDefault((id, size));
            if (eventData.EventId == Rented)
            {
                _out[(id, size)] = count + 1;
                _rents[(id, size)] = new StackTrace();
            }
            else if (count > 0)
            {
                // What was rented before the listener was made is not known.
                _out[(id, size)] = count - 1;
                _rents.Remove((id, size));
            }
        }
    }
}
