namespace Codec.Tests.GeneratedCode.Keys;

/// <summary>A vector that is searched by key, independent of the types of its keys and elements.</summary>
internal interface IKeyCase
{
    /// <summary>Gets the name of the field in the schema.</summary>
    string Field { get; }

    /// <summary>Gets the number of available keys. Keys are identified by their index in ascending order.</summary>
    int KeyCount { get; }

    /// <summary>Sets a shelf's vector to elements with the given keys.</summary>
    void Fill(Codec.Tests.Keys.Shelf shelf, ReadOnlySpan<int> keys, bool isSorted);

    /// <summary>Searches for a key. Returns the index of the key of the found element, or -1, and the element's <c>n</c>.</summary>
    (int Key, int N) Find(ReadOnlySpan<byte> payload, int key);
}
