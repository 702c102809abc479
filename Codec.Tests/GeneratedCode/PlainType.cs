namespace Codec.Tests.GeneratedCode;

/// <summary>Calls the methods of a generated type through reflection, so that a test can use all types.</summary>
internal sealed class PlainType
{
    private readonly CheckBytes _verify;
    private readonly MethodInfo _tryRead;
    private readonly MethodInfo _tryWrite;
    private readonly MethodInfo _maxByteCount;

    public PlainType(Type type)
    {
        Type = type;
        _verify = type.GetMethod("Verify", [typeof(ReadOnlySpan<byte>)])!.CreateDelegate<CheckBytes>();
        _tryRead = type.GetMethod("TryRead", [typeof(ReadOnlySpan<byte>)])!;
        _tryWrite = type.GetMethod("TryWrite", [typeof(Span<byte>), typeof(int).MakeByRefType()])!;
        _maxByteCount = type.GetMethod("GetMaxByteCount")!;
    }

    private delegate bool CheckBytes(ReadOnlySpan<byte> payload);

    private delegate bool WriteBytes(Span<byte> destination, out int written);

    public Type Type { get; }

    public bool Verify(ReadOnlySpan<byte> payload) => _verify(payload);

    /// <summary>Reads a payload into a new object, or into an existing one. Returns <see langword="null"/> if the payload is rejected.</summary>
    public object? Read(ReadOnlySpan<byte> payload, object? target = null)
    {
        target ??= Activator.CreateInstance(Type)!;
        return _tryRead.CreateDelegate<CheckBytes>(target)(payload) ? target : null;
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
        _tryWrite.CreateDelegate<WriteBytes>(value)(destination, out written);

    public int MaxByteCount(object value)
    {
        try
        {
            return (int)_maxByteCount.Invoke(value, null)!;
        }
        catch (TargetInvocationException exception)
        {
            throw exception.InnerException!;
        }
    }

    public override string ToString() => Type.Name;
}
