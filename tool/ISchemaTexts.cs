namespace Codec.Cli;

/// <summary>The texts and names of schema files, for messages.</summary>
public interface ISchemaTexts
{
    /// <summary>Returns the text of a file that has been read.</summary>
    /// <param name="path">The path of the file's source.</param>
    /// <returns>The text.</returns>
    string TextOf(string path);

    /// <summary>Returns the name of a file for messages.</summary>
    /// <param name="path">The path of the file's source.</param>
    /// <returns>The name.</returns>
    string NameOf(string path);
}
