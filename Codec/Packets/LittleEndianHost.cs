namespace Codec.Packets;

/// <summary>Refuses to load the library on a big-endian host, because the wire's little-endian numbers are read and written in place.</summary>
internal static class LittleEndianHost
{
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255", Justification = "Without it, each type that reads or writes numbers would need the check.")]
    internal static void Require() => Require(BitConverter.IsLittleEndian);

    internal static void Require(bool isLittleEndian)
    {
        if (!isLittleEndian)
        {
            Throw.HostNotLittleEndian();
        }
    }
}
