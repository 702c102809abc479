namespace Codec.Tests;

/// <summary>The base class of fixtures whose tests share a temporary folder.</summary>
public abstract class FolderFixture
{
    private string? _folder;

    /// <summary>Gets the folder. The first call creates it.</summary>
    protected string Folder => _folder ??= Directory.CreateTempSubdirectory("codec").FullName;

    protected string InFolder(string path) => Path.Combine(Folder, path);

    /// <summary>Writes a file, and returns its path.</summary>
    protected string Put(string path, string text)
    {
        string full = InFolder(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
        return full;
    }

    [OneTimeTearDown]
    public void RemoveFolder()
    {
        if (_folder is not null)
        {
            Directory.Delete(_folder, recursive: true);
            _folder = null;
        }
    }
}
