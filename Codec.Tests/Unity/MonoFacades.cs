namespace Codec.Tests.Unity;

/// <summary>
/// Writes the assemblies that forward the types of netstandard2.1 to Mono's class libraries. Unity's Mono includes such facades. Debian's Mono 6.8
/// has no facades, but it has the types in the same assemblies as Unity's.
/// </summary>
internal static class MonoFacades
{
    private const string MonoFolder = "/usr/lib/mono/4.5";
    private const string Root = "netstandard";
    private const string Replaced = "System.Buffers.BuffersExtensions";

    /// <summary>Gets the file names of the class libraries that a network program uses through the facades.</summary>
    public static IReadOnlyList<string> Roots { get; } = ["mscorlib.dll", "System.dll", "System.Core.dll"];

    /// <summary>Gets Mono's class libraries.</summary>
    public static string[] ClassLibraries => Directory.GetFiles(MonoFolder, "*.dll");

    /// <summary>Returns whether an assembly is a facade that <see cref="Write"/> can write.</summary>
    public static bool IsFacade(string path) =>
        NetStandard.References.Any(known => Path.GetFileName(known) == Path.GetFileName(path)) && !IsClassLibrary(path);

    /// <summary>Compiles an assembly ahead of time, with the class libraries in a folder.</summary>
    public static void CompileAhead(string path, string folder)
    {
        if (!IsClassLibrary(path))
        {
            Compile(path + ".so");
            return;
        }

        // A class library uses only class libraries, which change with Mono's version.
        string key = string.Join('\n', ClassLibraries.Select(library => new FileInfo(library)).Select(file => FormattableString.Invariant($"{file.FullName} {file.Length} {file.LastWriteTimeUtc:O}")));
        KeptFiles.Link(path + ".so", $"{Path.GetFileName(path)} ahead of time with\n{key}", Compile);

        void Compile(string image) => ExternalProgram.RunSuccessfully("env", "MONO_PATH=" + folder, "mono", "--aot=full,outfile=" + image, path);
    }

    /// <summary>Runs a program with the JIT compiler, in a folder, in which Mono writes a file if it crashes. Returns the exit code and the output.</summary>
    public static (int ExitCode, string Output) Run(string program, string folder) => ExternalProgram.Run("env", "-C", folder, "mono", program);

    /// <summary>Runs a program without the JIT compiler, as <see cref="Run"/> does, with the class libraries in the folder.</summary>
    public static (int ExitCode, string Output) RunAhead(string program, string folder) =>
        ExternalProgram.Run("env", "-C", folder, "MONO_PATH=" + folder, "mono", "--full-aot", program);

    /// <summary>Writes the facades that the assemblies require.</summary>
    /// <param name="folder">The folder of the program and the assemblies.</param>
    /// <param name="references">The reference assemblies of netstandard2.1.</param>
    /// <param name="assemblies">The assemblies.</param>
    /// <param name="replacement">The C# source of the only type whose signatures differ in Debian's Mono.</param>
    public static void Write(string folder, IEnumerable<string> references, IReadOnlyList<string> assemblies, string replacement)
    {
        MetadataReference[] mono = [.. ClassLibraries.Select(path => MetadataReference.CreateFromFile(path))];
        CSharpCompilation implementations = CSharpCompilation.Create("Implementations", references: mono);
        Dictionary<string, string> contracts = references.ToDictionary(path => Path.GetFileNameWithoutExtension(path), path => path);
        CSharpCompilation all = CSharpCompilation.Create("Contracts", references: contracts.Values.Select(path => MetadataReference.CreateFromFile(path)));
        IEnumerable<string> names = assemblies.SelectMany(AssemblyReferences.NamesIn).Distinct().Where(name => name != Root && contracts.ContainsKey(name));
        foreach (string name in names.Prepend(Root))
        {
            IAssemblySymbol contract = all.SourceModule.ReferencedAssemblySymbols.Single(assembly => assembly.Name == name);
            StringBuilder source = new(name == Root ? "" : $"extern alias {Root};\n");
            foreach (string type in TypesOf(contract).Where(type => name != Root || type != Replaced))
            {
                // Omits types that Mono does not have or that are not public there. Mono throws if they are used.
                INamedTypeSymbol[] found = [.. implementations.GetTypesByMetadataName(type).Where(candidate => candidate.DeclaredAccessibility == Accessibility.Public)];
                if (found.Length > 0)
                {
                    source.Append(CultureInfo.InvariantCulture, $"[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof({NameOf(found[0])}))]\n");
                }
            }

            source.Append(CultureInfo.InvariantCulture, $"[assembly: System.Reflection.AssemblyVersion(\"{contract.Identity.Version}\")]\n");
            CSharpCompilation facade = CSharpCompilation.Create(
                name,
                [CSharpSyntaxTree.ParseText(source.ToString()), .. name == Root ? [CSharpSyntaxTree.ParseText(replacement)] : Array.Empty<SyntaxTree>()],
                name == Root ? mono : [.. mono, MetadataReference.CreateFromFile(Path.Combine(folder, Root + ".dll"), MetadataReferenceProperties.Assembly.WithAliases([Root]))],
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, publicSign: true, cryptoPublicKey: contract.Identity.PublicKey));
            using FileStream image = File.Create(Path.Combine(folder, name + ".dll"));
            Diagnostic[] errors = [.. facade.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];
            if (errors.Length > 0)
            {
                throw new InvalidOperationException($"{name}: {errors[0]}");
            }
        }
    }

    private static bool IsClassLibrary(string path) => ClassLibraries.Any(library => Path.GetFileName(library) == Path.GetFileName(path));

    private static string NameOf(INamedTypeSymbol type)
    {
        string parameters = type.Arity == 0 ? "" : $"<{new string(',', type.Arity - 1)}>";
        string name = $"{type.ContainingNamespace}.{type.Name}";
        return type.SpecialType == SpecialType.System_Void ? "void" : $"{(name == Replaced ? Root : "global")}::{name}{parameters}";
    }

    private static IEnumerable<string> TypesOf(IAssemblySymbol assembly) => TypesOf(assembly.GlobalNamespace).Concat(assembly.GetForwardedTypes())
        .Where(type => type.DeclaredAccessibility == Accessibility.Public).Select(type => $"{type.ContainingNamespace}.{type.MetadataName}");

    private static IEnumerable<INamedTypeSymbol> TypesOf(INamespaceSymbol scope) => scope.GetTypeMembers().Concat(scope.GetNamespaceMembers().SelectMany(TypesOf));
}
