namespace Codec.Schema;

/// <summary>A file that an emitter generated.</summary>
/// <param name="Name">
/// The name, unique among the files of a model. In C#, it is the full name of a definition or protocol hash, followed by <c>.g.cs</c>. If the full name
/// has more than 200 characters, it is the first 200 of them and a hash of the full name. In C++, it is the name of the schema with a suffix such as
/// <c>_packets.hpp</c> instead of <c>.fbs</c>, and the folder that <see cref="Cpp.CppOptions.PrefixFolders"/> keeps. In Lua, it is the name of the protocol, followed by <c>.lua</c>.
/// </param>
/// <param name="Text">The content, with line feeds as line endings.</param>
public sealed record GeneratedFile(string Name, string Text)
{
    /// <summary>Returns the names of files that were not generated, after the generated files were written to the same folder.</summary>
    /// <param name="generated">The names of the generated files.</param>
    /// <param name="existing">The names of the files in the folder.</param>
    /// <returns>The names in <paramref name="existing"/> that are not names of generated files.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IEnumerable<string> FindOthers(IEnumerable<string> generated, IReadOnlyCollection<string> existing)
    {
        HashSet<string> names = new(generated ?? throw new ArgumentNullException(nameof(generated)), StringComparer.Ordinal);

        // A file system that ignores case keeps the name of an existing file if the file is written under a name with another case.
        HashSet<string> renamed = new(names.Except(existing ?? throw new ArgumentNullException(nameof(existing))), StringComparer.OrdinalIgnoreCase);
        return existing.Where(name => !names.Contains(name) && !renamed.Contains(name));
    }
}
