using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Codec.GeneratorHost;

/// <summary>Loads the generator into the process, as a compiler that runs once does.</summary>
internal sealed class AnalyzerLoader : IAnalyzerAssemblyLoader
{
    /// <inheritdoc/>
    public void AddDependencyLocation(string fullPath)
    {
    }

    /// <inheritdoc/>
    public Assembly LoadFromPath(string fullPath) => Assembly.LoadFrom(fullPath);
}
