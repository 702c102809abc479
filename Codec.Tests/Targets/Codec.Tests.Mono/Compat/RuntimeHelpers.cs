namespace System.Runtime.CompilerServices;

/// <summary>The method that the compiler calls for a range of an array.</summary>
internal static class RuntimeHelpers
{
    public static T[] GetSubArray<T>(T[] array, Range range)
    {
        (int offset, int length) = range.GetOffsetAndLength(array.Length);
        return array.AsSpan(offset, length).ToArray();
    }
}
