namespace Codec.Payloads;

/// <summary>What the size of a column depends on in each form.</summary>
internal struct ColumnSpread
{
    /// <summary>The number of its fields.</summary>
    internal const int Size = 4;

    /// <summary>The bits that are set in any number.</summary>
    internal ulong Any;
    internal ulong Least;
    internal ulong Most;

    /// <summary>A number with as many bits as the longest zigzag of the difference between neighbours.</summary>
    internal ulong Steps;
}
