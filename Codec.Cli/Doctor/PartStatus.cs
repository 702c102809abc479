namespace Codec.Cli.Doctor;

/// <summary>Whether a part of the toolchain is there.</summary>
public enum PartStatus
{
    /// <summary>It is there and serves.</summary>
    Found,

    /// <summary>Nothing here needs it.</summary>
    Unused,

    /// <summary>It is not there.</summary>
    Missing,

    /// <summary>It is there, but too old, or another version than the tool's.</summary>
    WrongVersion,

    /// <summary>It is there and does not run.</summary>
    Broken,
}
