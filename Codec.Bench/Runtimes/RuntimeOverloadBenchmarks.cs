using System;
using System.IO;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Compat;

namespace Codec.Bench.Runtimes;

/// <summary>Array or span? The same work through either form. Compiled for each runtime that the report compares.</summary>
public sealed class RuntimeOverloadBenchmarks : IDisposable
{
    /// <summary>The number of copies and writes per call, because one takes only a few nanoseconds.</summary>
    internal const int Count = 64;

    private readonly byte[] _bytes = new byte[1024];
    private readonly byte[] _copy = new byte[1024];
    private readonly MemoryStream _stream = new(new byte[Count * 256]);

    public void Dispose() => _stream.Dispose();

    [Benchmark]
    public int SumArray()
    {
        int sum = 0;
        byte[] bytes = _bytes;
        for (int i = 0; i < bytes.Length; i++)
        {
            sum += bytes[i];
        }

        return sum;
    }

    [Benchmark]
    public int SumSpan()
    {
        int sum = 0;
        ReadOnlySpan<byte> bytes = _bytes;
        for (int i = 0; i < bytes.Length; i++)
        {
            sum += bytes[i];
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void CopyArray()
    {
        for (int i = 0; i < Count; i++)
        {
            Buffer.BlockCopy(_bytes, i, _copy, 0, 256);
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void CopySpan()
    {
        for (int i = 0; i < Count; i++)
        {
            _bytes.AsSpan(i, 256).CopyTo(_copy);
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void WriteArray()
    {
        _stream.Position = 0;
        for (int i = 0; i < Count; i++)
        {
            _stream.Write(_bytes, 0, 256);
        }
    }

    /// <summary>
    /// If the runtime does not have this overload, the span is first copied to a pooled array, as a program for that runtime must do.
    /// </summary>
    [Benchmark(OperationsPerInvoke = Count)]
    public void WriteSpan()
    {
        _stream.Position = 0;
        for (int i = 0; i < Count; i++)
        {
            StreamCalls.Write(_stream, _bytes.AsSpan(0, 256));
        }
    }
}
