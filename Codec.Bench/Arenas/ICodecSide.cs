namespace Codec.Bench.Arenas;

/// <summary>What the check of an arena needs of generated code, for any root type.</summary>
internal interface ICodecSide
{
    object Data { get; }

    byte[] Write(object root);

    byte[]? WriteValues();

    object Read(byte[] payload);
}
