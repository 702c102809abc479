namespace Codec.Tests;

/// <summary>The base class of fixtures whose tests each have a temporary folder.</summary>
public abstract class TestFolderFixture : FolderFixture
{
    [TearDown]
    public void RemoveFolderOfTest() => RemoveFolder();
}
