namespace Codec.Cli.Doctor;

/// <summary>What was found out about one part of the toolchain.</summary>
/// <param name="Name">The part.</param>
/// <param name="Status">Whether it is there.</param>
/// <param name="Version">Its version, or what else identifies it; empty if unknown.</param>
/// <param name="Purpose">What needs it.</param>
/// <param name="Path">Where it is; empty if it is not there.</param>
/// <param name="Detail">What is wrong; empty if nothing is.</param>
/// <param name="Install">How to install it; empty if it is there.</param>
public sealed record PartReport(string Name, PartStatus Status, string Version, string Purpose, string Path = "", string Detail = "", string Install = "")
{
    /// <summary>Gets whether nothing has to be done.</summary>
    public bool IsOk => Status is PartStatus.Found or PartStatus.Unused;
}
