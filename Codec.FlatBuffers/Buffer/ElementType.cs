using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>The operations of the buffer that support arrays of <typeparamref name="T"/>, determined once for each type.</summary>
internal static class ElementType<T>
{
    /// <summary>A number or a bool: the types that the package supports.</summary>
    internal static readonly bool IsScalar =
        typeof(T) == typeof(bool) || typeof(T) == typeof(byte) || typeof(T) == typeof(sbyte)
        || typeof(T) == typeof(short) || typeof(T) == typeof(ushort) || typeof(T) == typeof(int) || typeof(T) == typeof(uint)
        || typeof(T) == typeof(long) || typeof(T) == typeof(ulong) || typeof(T) == typeof(float) || typeof(T) == typeof(double);

    /// <summary>An offset, which is relative to its own place once it is in the buffer.</summary>
    internal static readonly bool IsOffset =
        typeof(T) == typeof(StringOffset) || typeof(T) == typeof(VectorOffset)
        || (typeof(T).IsGenericType && typeof(T).GetGenericTypeDefinition() == typeof(Offset<>));

    /// <summary>A value whose bytes are those of one number.</summary>
    internal static readonly bool IsCopied = IsScalar || typeof(T).IsEnum;

    /// <summary>The bytes of one element.</summary>
    internal static int Size
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<T>();
    }
}
