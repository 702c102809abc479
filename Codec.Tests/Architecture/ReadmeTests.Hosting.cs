namespace Codec.Tests.Architecture;

/// <content>The server in ASP.NET Core, whose assemblies are beside those of the runtime.</content>
public sealed partial class ReadmeTests
{
    private static readonly Lazy<string> AspNetCore = new(FindAspNetCore);

    [Test]
    public void The_code_for_ASP_NET_Core_compiles() => CompileForAspNetCore(Snippets("docs/hosting.md", "cs"));

    private static Assembly CompileForAspNetCore(params IEnumerable<string> sources)
    {
        if (!Directory.Exists(AspNetCore.Value))
        {
            ExternalProgram.Missing("ASP.NET Core");
        }

        return Compile(
            [.. sources, .. Generate(Snippets("docs/hosting.md", "fbs"))],
            Directory.EnumerateFiles(AspNetCore.Value, "Microsoft.*.dll").Select(AssemblyReferences.Of));
    }

    /// <summary>Returns the folder of ASP.NET Core, and lets the test process load its assemblies.</summary>
    private static string FindAspNetCore()
    {
        string runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string folder = Path.GetFullPath(Path.Combine(runtime, "..", "..", "Microsoft.AspNetCore.App", Path.GetFileName(runtime)));
        AppDomain.CurrentDomain.AssemblyResolve += (_, missing) =>
        {
            string path = Path.Combine(folder, new AssemblyName(missing.Name).Name + ".dll");
            return File.Exists(path) ? AssemblyLoadContext.Default.LoadFromAssemblyPath(path) : null;
        };
        return folder;
    }
}
