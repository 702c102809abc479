namespace Google.FlatBuffers;

/// <summary>File identifiers: the four bytes after the root offset that identify the schema of a buffer.</summary>
internal static class FileIdentifier
{
    /// <summary>Throws if the text is null or not four characters of one byte each.</summary>
    internal static void Check(string parameter, string identifier)
    {
        if (identifier is null)
        {
            Throw.ArgumentNull(parameter);
        }

        if (identifier.Length != FlatBufferConstants.FileIdentifierLength)
        {
            Throw.IdentifierLength(parameter, identifier.Length);
        }

        foreach (char character in identifier)
        {
            if (character > byte.MaxValue)
            {
                Throw.IdentifierCharacter(parameter, character);
            }
        }
    }

    /// <summary>Returns the four bytes of the identifier as a little-endian number.</summary>
    internal static uint Pack(string identifier) =>
        identifier[0] | ((uint)identifier[1] << 8) | ((uint)identifier[2] << 16) | ((uint)identifier[3] << 24);
}
