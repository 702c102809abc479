using System;

namespace Codec.Tests.GeneratedCode.Keys;

/// <summary>A vector that is searched by keys of one type, as every test wants it.</summary>
internal interface IKeyCase
{
    /// <summary>The field in the schema.</summary>
    string Field { get; }

    /// <summary>How many keys there are to choose from; by number they are in their order.</summary>
    int KeyCount { get; }

    /// <summary>Puts elements with these keys into a shelf's vector.</summary>
    void Fill(Codec.Tests.Keys.Shelf shelf, ReadOnlySpan<int> keys, bool isSorted);

    /// <summary>The number of the key of the element that is found, or -1; and the element's <c>n</c>.</summary>
    (int Key, int N) Find(ReadOnlySpan<byte> payload, int key);
}
