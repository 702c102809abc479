using System;

namespace Google.FlatBuffers;

/// <content>The end of a message.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Ends the message.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <exception cref="InvalidOperationException">An object is open, or the buffer is finished already.</exception>
    /// <exception cref="ArgumentException">Nothing is at that offset.</exception>
    public void Finish(int rootTable) => FinishWith(rootTable, null, false);

    /// <summary>Ends the message with a file identifier.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <param name="fileIdentifier">Four characters of one byte each.</param>
    /// <exception cref="InvalidOperationException">An object is open, or the buffer is finished already.</exception>
    /// <exception cref="ArgumentException">Nothing is at that offset, or the identifier is another.</exception>
    public void Finish(int rootTable, string fileIdentifier) => Finish(rootTable, fileIdentifier, false);

    /// <summary>Ends the message, with the count of its bytes in front of it.</summary>
    /// <inheritdoc cref="Finish(int)"/>
    public void FinishSizePrefixed(int rootTable) => Finish(rootTable, true);

    /// <summary>Ends the message with a file identifier, and the count of its bytes in front of it.</summary>
    /// <inheritdoc cref="Finish(int, string)"/>
    public void FinishSizePrefixed(int rootTable, string fileIdentifier) => Finish(rootTable, fileIdentifier, true);

    /// <summary>The message as a new array.</summary>
    /// <returns>The bytes from the buffer's position on.</returns>
    public byte[] SizedByteArray() => _bb.ToSizedArray();

    /// <summary>The message, not copied.</summary>
    /// <returns>The bytes from the buffer's position on, until the builder is cleared or written to.</returns>
    public ReadOnlySpan<byte> SizedReadOnlySpan() => _bb.ToSizedReadOnlySpan();

    /// <summary>Ends the message.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <param name="sizePrefix">Whether to write the size of the message in front of it.</param>
    protected void Finish(int rootTable, bool sizePrefix) => FinishWith(rootTable, null, sizePrefix);

    /// <summary>Ends the message with a file identifier.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <param name="fileIdentifier">Four characters of one byte each.</param>
    /// <param name="sizePrefix">Whether to write the size of the message in front of it.</param>
    protected void Finish(int rootTable, string fileIdentifier, bool sizePrefix)
    {
        if (fileIdentifier is null)
        {
            Throw.ArgumentNull(nameof(fileIdentifier));
        }

        FileIdentifier.Check(nameof(fileIdentifier), fileIdentifier);
        FinishWith(rootTable, fileIdentifier, sizePrefix);
    }

    private void FinishWith(int rootTable, string? identifier, bool sizePrefix)
    {
        NotNested();
        CheckOffset(rootTable);
        int identifierSize = identifier is null ? 0 : FlatBufferConstants.FileIdentifierLength;
        Align(_minAlign, sizeof(int) + identifierSize + (sizePrefix ? FlatBufferConstants.SizePrefixLength : 0));
        if (identifier is not null)
        {
            AddUint(FileIdentifier.Pack(identifier));
        }

        AddOffset(rootTable);
        if (sizePrefix)
        {
            AddInt(_length - _space);
        }

        _state = BuilderState.Finished;
        _bb.Position = _space;
    }
}
