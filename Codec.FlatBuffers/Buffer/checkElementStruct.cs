namespace Google.FlatBuffers;

/// <summary>An element that was checked, and where it is. Part of the package's surface; this verifier does not use it.</summary>
public struct checkElementStruct
{
    /// <summary>Whether the element is valid.</summary>
    public bool elementValid;

    /// <summary>The element's index in the buffer, in bytes.</summary>
    public uint elementOffset;
}
