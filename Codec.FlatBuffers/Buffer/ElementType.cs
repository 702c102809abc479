using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>The properties of <typeparamref name="T"/> as an element type, determined once for each type.</summary>
internal static class ElementType<T>
{
    /// <summary>Whether the type is a number or a bool. Google.FlatBuffers supports only these types.</summary>
    internal static readonly bool IsScalar =
        typeof(T) == typeof(bool) || typeof(T) == typeof(byte) || typeof(T) == typeof(sbyte)
        || typeof(T) == typeof(short) || typeof(T) == typeof(ushort) || typeof(T) == typeof(int) || typeof(T) == typeof(uint)
        || typeof(T) == typeof(long) || typeof(T) == typeof(ulong) || typeof(T) == typeof(float) || typeof(T) == typeof(double);

    /// <summary>Whether the type is an offset. In the buffer, an offset is relative to its own position.</summary>
    internal static readonly bool IsOffset =
        typeof(T) == typeof(StringOffset) || typeof(T) == typeof(VectorOffset)
        || (typeof(T).IsGenericType && typeof(T).GetGenericTypeDefinition() == typeof(Offset<>));

    /// <summary>Whether the type is a number, a bool or an enum, so that its bytes can be copied.</summary>
    internal static readonly bool IsCopied = IsScalar || typeof(T).IsEnum;

    /// <summary>Gets the size of one element in bytes.</summary>
    internal static int Size
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<T>();
    }
}
