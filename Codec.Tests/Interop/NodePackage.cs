namespace Codec.Tests.Interop;

/// <summary>Installs the npm packages that the folders of tools pin.</summary>
internal static class NodePackage
{
    /// <summary>Installs the packages of a folder if a package is missing. Skips the test, or fails it if CI=true, if that is not possible.</summary>
    /// <param name="tool">The name of the folder in tools.</param>
    /// <param name="package">The package that the test uses.</param>
    /// <returns>The path of the folder.</returns>
    public static string Install(string tool, string package)
    {
        ExternalProgram.Require("node", "npm");
        string folder = Repository.PathOf("eng", tool);
        using FileStream onlyOne = LockedFile.Open(Path.Combine(folder, "install.lock"));
        if (!Directory.Exists(Path.Combine(folder, "node_modules", package)))
        {
            (int exitCode, string output) = ExternalProgram.Run("npm", "ci", "--prefix", folder);
            if (exitCode != 0)
            {
                ExternalProgram.Missing($"Run `npm ci --prefix eng/{tool}` to run this test: it failed with {exitCode}. {output.ReplaceLineEndings(" ")}");
            }
        }

        return folder;
    }
}
