using System;
using System.Reflection;

namespace Codec.Tests.GeneratedCode;

/// <summary>A generated type by reflection, so that one test serves all of them.</summary>
internal sealed class PlainType
{
    private readonly CheckBytes _verify;

    public PlainType(Type type)
    {
        Type = type;
        _verify = type.GetMethod("Verify", [typeof(ReadOnlySpan<byte>)])!.CreateDelegate<CheckBytes>();
    }

    private delegate bool CheckBytes(ReadOnlySpan<byte> payload);

    private delegate bool WriteBytes(Span<byte> destination, out int written);

    public Type Type { get; }

    public bool Verify(ReadOnlySpan<byte> payload) => _verify(payload);

    /// <summary>Reads into a new object, or into one that is used again.</summary>
    public object? Read(ReadOnlySpan<byte> payload, object? target = null)
    {
        target ??= Activator.CreateInstance(Type)!;
        return Type.GetMethod("TryRead", [typeof(ReadOnlySpan<byte>)])!.CreateDelegate<CheckBytes>(target)(payload) ? target : null;
    }

    public byte[] Write(object value)
    {
        byte[] buffer = new byte[MaxByteCount(value)];
        Array.Fill(buffer, (byte)0xCD);
        if (!TryWrite(value, buffer, out int written))
        {
            throw new InvalidOperationException($"{Type.Name} did not fit into the {buffer.Length} bytes that it asked for.");
        }

        return buffer[..written];
    }

    public bool TryWrite(object value, Span<byte> destination, out int written) =>
        Type.GetMethod("TryWrite", [typeof(Span<byte>), typeof(int).MakeByRefType()])!.CreateDelegate<WriteBytes>(value)(destination, out written);

    public int MaxByteCount(object value)
    {
        try
        {
            return (int)Type.GetMethod("GetMaxByteCount")!.Invoke(value, null)!;
        }
        catch (TargetInvocationException exception)
        {
            throw exception.InnerException!;
        }
    }

    public override string ToString() => Type.Name;
}
