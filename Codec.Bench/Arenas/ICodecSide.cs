namespace Codec.Bench.Arenas;

/// <summary>What the check of an arena needs of generated code, for any root type.</summary>
internal interface ICodecSide
{
    /// <summary>Gets the root object with the data.</summary>
    object Data { get; }

    byte[] Write(object root);

    /// <summary>Returns what is written from values, or <see langword="null"/>.</summary>
    byte[]? WriteValues();

    object Read(byte[] payload);
}
