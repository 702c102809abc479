namespace Codec.Tests;

/// <summary>
/// Compiles C++ programs with g++, if their source, a header that they include, an option or the compiler has changed. Otherwise, uses the program
/// of an earlier run.
/// </summary>
internal static class CppCompiler
{
    private static readonly Lazy<string> Version = new(() => ExternalProgram.RunSuccessfully("g++", "--version"));

    /// <summary>Compiles a source file. The test fails if the compiler reports an error.</summary>
    /// <param name="source">The path of the source file. Its folder can have another name the next time.</param>
    /// <param name="program">The path of the program, which becomes a symbolic link.</param>
    /// <param name="options">The options of the compiler.</param>
    public static void Compile(string source, string program, params IEnumerable<string> options)
    {
        string folder = Path.GetDirectoryName(source)!;
        string[] all = [.. options, $"-fmacro-prefix-map={folder}=.", source];
        string text = ExternalProgram.RunSuccessfully("g++", ["-E", "-P", .. all]);
        string key = string.Join('\n', all.Prepend(Version.Value)).Replace(folder, ".", StringComparison.Ordinal) + text;
        KeptFiles.Link(program, key, path => ExternalProgram.RunSuccessfully("g++", [.. all, "-o", path]));
    }
}
