namespace Google.FlatBuffers;

/// <summary>A verified element and its offset. Part of the API of Google.FlatBuffers; this verifier does not use it.</summary>
public struct checkElementStruct
{
    /// <summary>Whether the element is valid.</summary>
    public bool elementValid;

    /// <summary>The element's index in the buffer, in bytes.</summary>
    public uint elementOffset;
}
