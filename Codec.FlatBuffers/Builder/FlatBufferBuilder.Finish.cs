using System;

namespace Google.FlatBuffers;

/// <content>Finishes messages.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Finishes the message.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <exception cref="InvalidOperationException">An object is open, or the buffer is already finished.</exception>
    /// <exception cref="ArgumentException">The offset does not refer to an object in this buffer.</exception>
    public void Finish(int rootTable) => FinishWith(rootTable, null, false);

    /// <summary>Finishes the message with a file identifier.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <param name="fileIdentifier">Four characters of one byte each.</param>
    /// <exception cref="InvalidOperationException">An object is open, or the buffer is already finished.</exception>
    /// <exception cref="ArgumentException">The offset does not refer to an object in this buffer, or the identifier is invalid.</exception>
    public void Finish(int rootTable, string fileIdentifier) => Finish(rootTable, fileIdentifier, false);

    /// <summary>Finishes the message and writes its size in front of it.</summary>
    /// <inheritdoc cref="Finish(int)"/>
    public void FinishSizePrefixed(int rootTable) => Finish(rootTable, true);

    /// <summary>Finishes the message with a file identifier, and writes its size in front of it.</summary>
    /// <inheritdoc cref="Finish(int, string)"/>
    public void FinishSizePrefixed(int rootTable, string fileIdentifier) => Finish(rootTable, fileIdentifier, true);

    /// <summary>Returns the message as a new array.</summary>
    /// <returns>The bytes from the buffer's position to its end.</returns>
    public byte[] SizedByteArray() => _bb.ToSizedArray();

    /// <summary>Returns the message without copying it.</summary>
    /// <returns>The bytes from the buffer's position to its end. Valid until the builder is cleared or written to.</returns>
    public ReadOnlySpan<byte> SizedReadOnlySpan() => _bb.ToSizedReadOnlySpan();

    /// <summary>Finishes the message.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <param name="sizePrefix">Whether to write the size of the message in front of it.</param>
    protected void Finish(int rootTable, bool sizePrefix) => FinishWith(rootTable, null, sizePrefix);

    /// <summary>Finishes the message with a file identifier.</summary>
    /// <param name="rootTable">The root table's offset.</param>
    /// <param name="fileIdentifier">Four characters of one byte each.</param>
    /// <param name="sizePrefix">Whether to write the size of the message in front of it.</param>
    protected void Finish(int rootTable, string fileIdentifier, bool sizePrefix)
    {
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
        _floor = int.MaxValue;
        _bb.Position = _space;
    }
}
