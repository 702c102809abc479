namespace Codec.Bench.Serializers;

/// <summary>The messages for all serializers. Their values are those of the samples in schemas/.</summary>
public enum SampleMessage
{
    /// <summary>A short string and a number.</summary>
    Seed,

    /// <summary>44 bytes of numbers and structs.</summary>
    Move,

    /// <summary>Strings of 12 and 80 characters.</summary>
    Chat,

    /// <summary>100 nested objects, each with a string and up to four numbers.</summary>
    Inventory,

    /// <summary>500 structs of 36 bytes.</summary>
    Snapshot,
}
