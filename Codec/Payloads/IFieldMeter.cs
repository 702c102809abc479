namespace Codec.Payloads;

/// <summary>Learns how many bits each field of a packed payload takes. Fields nest; bits outside of all fields belong to the payload.</summary>
internal interface IFieldMeter
{
    /// <summary>Begins a part of a field. Its other parts may come before or after other fields.</summary>
    /// <param name="field">The index of the field, or of a number of a struct, in the words of the shape.</param>
    /// <param name="bits">The number of bits that were read.</param>
    void Begin(int field, long bits);

    /// <summary>Ends the part that was begun last.</summary>
    /// <param name="bits">The number of bits that were read.</param>
    void End(long bits);
}
