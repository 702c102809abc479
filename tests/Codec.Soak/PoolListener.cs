using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Linq;

namespace Codec.Soak;

/// <summary>Counts the arrays of <see cref="ArrayPool{T}.Shared"/> that the library rented and did not return, except for small ones.</summary>
internal sealed class PoolListener : EventListener
{
    // The arrays of connections have at least this size. An SslStream that is disposed during a read leaves its array of 32 KB to the garbage
    // collector.
    private const int Smallest = 64 * 1024;
    private const int Rented = 1;
    private const int Returned = 3;

    // Identifiers are hash codes, so two arrays can have the same one.
    private readonly Dictionary<(int Id, int Size), int> _out = [];
    private readonly Dictionary<(int Id, int Size), StackTrace> _rents = [];

    /// <summary>Returns the number of arrays of each size that are currently rented.</summary>
    public string Describe()
    {
        lock (_out)
        {
            return string.Join(
                ", ", _out.GroupBy(array => array.Key.Size, array => array.Value).Where(size => size.Sum() > 0).OrderBy(size => size.Key).Select(size => $"{size.Sum()} of {size.Key} bytes"));
        }
    }

    /// <summary>Returns the calls that rented these arrays.</summary>
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
                StackTrace trace = new();
                if (!IsOfLibrary(trace))
                {
                    return;
                }

                _out[(id, size)] = count + 1;
                _rents[(id, size)] = trace;
            }
            else if (count > 0)
            {
                // Arrays that were rented before the listener was created are unknown.
                _out[(id, size)] = count - 1;
                _rents.Remove((id, size));
            }
        }
    }

    // A WebSocket or an SslStream that is disposed during a call leaves its array to the garbage collector. The library cannot return it.
    private static bool IsOfLibrary(StackTrace trace)
    {
        StackFrame[] frames = trace.GetFrames();
        int pool = Array.FindIndex(frames, frame => frame.GetMethod()?.DeclaringType?.Name.StartsWith("SharedArrayPool", StringComparison.Ordinal) == true);
        string? caller = pool < 0 || pool + 1 >= frames.Length ? null : frames[pool + 1].GetMethod()?.DeclaringType?.Namespace;
        return caller?.StartsWith(nameof(Codec), StringComparison.Ordinal) == true;
    }
}
