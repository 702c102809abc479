namespace Codec.Cli.Doctor;

/// <summary>The report about one part of the toolchain.</summary>
/// <param name="Name">The part.</param>
/// <param name="Status">The status of the part.</param>
/// <param name="Version">The version, or another identification. Empty if unknown.</param>
/// <param name="Purpose">The feature that needs it.</param>
/// <param name="Path">The path of the part. Empty if it is missing.</param>
/// <param name="Detail">The problem. Empty if there is none.</param>
/// <param name="Install">The instructions to install it. Empty if it is installed.</param>
public sealed record PartReport(string Name, PartStatus Status, string Version, string Purpose, string Path = "", string Detail = "", string Install = "")
{
    /// <summary>Gets whether the user need not do anything.</summary>
    public bool IsOk => Status is PartStatus.Found or PartStatus.Unused;
}
