namespace Codec.Bench.Arenas;

/// <summary>What is measured of an arena. The C++ program has a case of each, in lower case.</summary>
public enum ArenaJob
{
    /// <summary>Writes objects into a reused buffer.</summary>
    Write,

    /// <summary>Writes from values.</summary>
    Values,

    /// <summary>Writes objects, and packs the payload.</summary>
    Packed,

    Verify,

    /// <summary>Sums every field in place.</summary>
    Sum,

    /// <summary>Verifies, and sums every field in place.</summary>
    Read,

    /// <summary>Verifies, and reads into objects that are used again.</summary>
    Reuse,

    /// <summary>Reads into objects that are used again, without a verifier.</summary>
    Into,

    /// <summary>Reads into new objects.</summary>
    New,
}
