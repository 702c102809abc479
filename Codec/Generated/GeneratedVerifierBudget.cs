namespace Codec.Generated;

/// <summary>The remaining work that verifying a payload may cost. Many offsets can refer to one part, so a small payload can describe unlimited work.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedVerifierBudget
{
    // The limit of elements, of 4 bytes each, that may be visited: 64 KiB plus 16 bytes for each byte of the payload.
    private const int MinElements = 16 * 1024;
    private const int ElementsPerPayloadByte = 4;

    private int _tables;
    private long _elements;

    /// <summary>Creates the budget for a payload.</summary>
    public GeneratedVerifierBudget(int payloadSize, int tables)
    {
        _tables = tables < 0 ? GeneratedBudget.MaxTables(payloadSize) : tables;
        _elements = MinElements + ((long)ElementsPerPayloadByte * payloadSize);
    }

    /// <summary>Takes a table, or all tables of a vector.</summary>
    /// <returns><see langword="false"/> if nothing more may be checked.</returns>
    public bool TakeTables(int count) => (_tables -= count) >= 0;

    /// <summary>Takes a vector's elements that refer to texts or to a union's values.</summary>
    /// <returns><see langword="false"/> if nothing more may be checked.</returns>
    public bool TakeElements(int count) => (_elements -= count) >= 0;
}
