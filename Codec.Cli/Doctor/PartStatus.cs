namespace Codec.Cli.Doctor;

/// <summary>The status of a part of the toolchain.</summary>
public enum PartStatus
{
    /// <summary>It is installed and suitable.</summary>
    Found,

    /// <summary>The current project does not need it.</summary>
    Unused,

    /// <summary>It is not installed.</summary>
    Missing,

    /// <summary>It is installed, but is too old, or its version differs from that of the tool.</summary>
    WrongVersion,

    /// <summary>It is installed, but does not run.</summary>
    Broken,
}
