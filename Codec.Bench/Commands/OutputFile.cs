using System.IO;

namespace Codec.Bench.Commands;

/// <summary>Checks output files before a measurement, which takes minutes.</summary>
internal static class OutputFile
{
    /// <summary>Creates the file's folder, and throws if the file cannot be written. An existing file keeps its content.</summary>
    internal static void Check(string file)
    {
        bool exists = File.Exists(file);
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
        File.Open(file, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
        if (!exists)
        {
            File.Delete(file);
        }
    }
}
