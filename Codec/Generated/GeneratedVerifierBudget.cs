using System.ComponentModel;

namespace Codec.Generated;

/// <summary>The remaining work that verifying a payload may cost. Many offsets can refer to one part, so a small payload can describe unlimited work.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedVerifierBudget
{
    // What FlatBuffers' runtime in C# lets references reach, 64 KiB and 16 bytes for each byte of the payload, in elements of 4 bytes.
    private const int MinElements = 16 * 1024;
    private const int ElementsPerPayloadByte = 4;

    private int _tables;
    private long _elements;

    /// <summary>Creates the budget for a payload.</summary>
    /// <param name="payloadSize">The payload's size in bytes.</param>
    /// <param name="tables">How many tables may be visited, or <see cref="TableVerifier.DefaultTables"/>.</param>
    public GeneratedVerifierBudget(int payloadSize, int tables)
    {
        _tables = tables < 0 ? GeneratedBudget.MaxTables(payloadSize) : tables;
        _elements = MinElements + ((long)ElementsPerPayloadByte * payloadSize);
    }

    /// <summary>Takes a table.</summary>
    /// <returns><see langword="false"/> if nothing more may be checked.</returns>
    public bool TakeTable() => --_tables >= 0;

    /// <summary>Takes a vector's elements that lead to texts or to a union's values.</summary>
    /// <param name="count">How many.</param>
    /// <returns><see langword="false"/> if nothing more may be checked.</returns>
    public bool TakeElements(int count) => (_elements -= count) >= 0;
}
