namespace Google.FlatBuffers;

/// <summary>The four bytes after the root offset that identify the schema of a buffer.</summary>
internal static class FileIdentifier
{
    /// <summary>Throws if the text is not four characters of one byte each.</summary>
    internal static void Check(string parameter, string identifier)
    {
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

    /// <summary>The identifier as the little-endian number that its bytes are.</summary>
    internal static uint Pack(string identifier) =>
        identifier[0] | ((uint)identifier[1] << 8) | ((uint)identifier[2] << 16) | ((uint)identifier[3] << 24);
}
