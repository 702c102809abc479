using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Soak;

/// <summary>Counts the arrays of <see cref="ArrayPool{T}.Shared"/> that the library rented and did not return, except for small ones.</summary>
internal sealed class PoolListener : ArrayPoolListener
{
    // The arrays of connections have at least this size. An SslStream that is disposed during a read leaves its array of 32 KB to the garbage
    // collector.
    private const int Smallest = 64 * 1024;

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

    protected override void OnRented(int id, int size)
    {
        if (size < Smallest)
        {
            return;
        }

        StackTrace trace = new();
        if (!IsOfLibrary(trace))
        {
            return;
        }

        lock (_out)
        {
            _out[(id, size)] = _out.GetValueOrDefault((id, size)) + 1;
            _rents[(id, size)] = trace;
        }
    }

    protected override void OnReturned(int id, int size)
    {
        lock (_out)
        {
            // Arrays that were rented before the listener was created are unknown.
            if (_out.GetValueOrDefault((id, size)) is var count and > 0)
            {
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
