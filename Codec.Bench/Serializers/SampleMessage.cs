namespace Codec.Bench.Serializers;

/// <summary>The messages that every serializer is measured with; their values are those of the samples in schemas/.</summary>
public enum SampleMessage
{
    /// <summary>A short text and a number.</summary>
    Seed,

    /// <summary>44 bytes of numbers and structs.</summary>
    Move,

    /// <summary>Texts of 12 and 80 characters.</summary>
    Chat,

    /// <summary>100 nested objects, each with a text and up to four numbers.</summary>
    Inventory,

    /// <summary>500 structs of 36 bytes.</summary>
    Snapshot,
}
