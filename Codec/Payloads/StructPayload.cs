using Codec.Framing;

namespace Codec.Payloads;

/// <summary>Reads and writes payloads that are one struct, with the layout of the C++ struct with the same fields, little-endian.</summary>
/// <typeparam name="T">
/// A struct of integers, floats, enums, such structs, fixed buffers and inline arrays of them, with sequential or explicit layout; or one
/// such number or enum.
/// </typeparam>
/// <remarks>
/// The constructor computes the layout by the rules of C++ (each field at a multiple of its alignment, <c>Pack</c> as <c>#pragma pack</c>). A struct
/// that breaks these rules, or whose computed size differs from its size in the runtime, is rejected. Reading and writing use no reflection and allocate
/// nothing; they are one copy, or none. Bytes that belong to no field are written as zeros, so equal values have equal bytes. Immutable and thread-safe.
/// </remarks>
public sealed class StructPayload<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>
    : IPayloadWriter<T>
    where T : struct
{
    private readonly StructLayoutMap _layout;

    /// <summary>Creates the payload type, and validates the layout of the struct.</summary>
    /// <exception cref="NotSupportedException">
    /// The message names a field: a reference, a pointer, a <see cref="bool"/>, a <see cref="char"/>, a <see cref="decimal"/>, an integer of 128 bits, a vector
    /// that the runtime aligns by its own rules, or a number whose width depends on the host; or one at an offset that C++ does not allow, or with automatic
    /// layout. Or the struct has fields that overlap with different sizes or offsets, or its size differs from that in C++.
    /// </exception>
    public StructPayload()
    {
        _layout = StructLayoutMap.Of(typeof(T));
        if (_layout.Size != Unsafe.SizeOf<T>())
        {
            Throw.StructSizeDiffers(typeof(T), _layout.Size, Unsafe.SizeOf<T>());
        }
    }

    /// <summary>Gets the size of the struct in bytes, which is exactly the size of the payload.</summary>
    public int Size => Unsafe.SizeOf<T>();

    /// <summary>Gets the struct's alignment in C++, in bytes.</summary>
    public int Alignment => _layout.Alignment;

    /// <summary>Copies the struct out of a payload.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="value">The struct; default if the size is not the struct's.</param>
    /// <returns><see langword="false"/> if <paramref name="payload"/> has another size than the struct.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryRead(ReadOnlySpan<byte> payload, out T value)
    {
        if (payload.Length != Unsafe.SizeOf<T>())
        {
            value = default;
            return false;
        }

        value = Unsafe.ReadUnaligned<T>(ref MemoryMarshal.GetReference(payload));
        return true;
    }

    /// <summary>Returns the struct in place in a payload. It is copied only if the payload is not aligned.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="scratch">The variable that receives the copy, if a copy is needed.</param>
    /// <returns>The struct, in <paramref name="payload"/> or in <paramref name="scratch"/>, valid as long as that.</returns>
    /// <exception cref="ArgumentException"><paramref name="payload"/> has another size than the struct.</exception>
    public ref readonly T Read(ReadOnlySpan<byte> payload, ref T scratch)
    {
        if (payload.Length == Unsafe.SizeOf<T>() && StructAddress.IsAligned(payload, _layout.Alignment))
        {
            return ref Unsafe.As<byte, T>(ref MemoryMarshal.GetReference(payload));
        }

        if (!TryRead(payload, out scratch))
        {
            Throw.PayloadSizeDiffers(Unsafe.SizeOf<T>(), payload.Length);
        }

        return ref scratch;
    }

    /// <inheritdoc/>
    public int GetMaxSize(in T message) => Unsafe.SizeOf<T>();

    /// <inheritdoc/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the struct.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Write(in T message, Span<byte> destination)
    {
        if (destination.Length < Unsafe.SizeOf<T>())
        {
            Throw.DestinationTooShort(Unsafe.SizeOf<T>(), destination.Length);
        }

        ref byte start = ref MemoryMarshal.GetReference(destination);
        Unsafe.WriteUnaligned(ref start, message);
        if (_layout.Padding.Length != 0)
        {
            _layout.ClearPadding(ref start);
        }

        return Unsafe.SizeOf<T>();
    }
}
