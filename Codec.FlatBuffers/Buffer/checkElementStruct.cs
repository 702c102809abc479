namespace Google.FlatBuffers;

/// <summary>An element that was verified, and its offset. A type of the package's API, which this verifier does not use.</summary>
public struct checkElementStruct
{
    /// <summary>Whether the element is valid.</summary>
    public bool elementValid;

    /// <summary>The element's index in the buffer, in bytes.</summary>
    public uint elementOffset;
}
