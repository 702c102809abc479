using System;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>
/// Verifies that every field of a buffer can be read without leaving the buffer. The result is true or false for any bytes: the verifier
/// throws, allocates and prints nothing. One verifier can verify many buffers: for each, set <see cref="Buf"/> and call
/// <see cref="VerifyBuffer"/>. Not thread-safe.
/// </summary>
public partial class Verifier
{
    /// <summary>The size of a byte: 1.</summary>
    public const int SIZE_BYTE = 1;

    /// <summary>The size of an int in bytes.</summary>
    public const int SIZE_INT = 4;

    /// <summary>The size of an offset in bytes.</summary>
    public const int SIZE_U_OFFSET = 4;

    /// <summary>The size of a table's offset to its vtable, in bytes.</summary>
    public const int SIZE_S_OFFSET = 4;

    /// <summary>The size of a vtable entry in bytes.</summary>
    public const int SIZE_V_OFFSET = 2;

    /// <summary>The size of a size prefix in bytes.</summary>
    public const int SIZE_PREFIX_LENGTH = FlatBufferConstants.SizePrefixLength;

    /// <summary>The largest size of a buffer in bytes.</summary>
    public const int FLATBUFFERS_MAX_BUFFER_SIZE = int.MaxValue;

    /// <summary>The size of a file identifier in bytes.</summary>
    public const int FILE_IDENTIFIER_LENGTH = FlatBufferConstants.FileIdentifierLength;

    /// <summary>The smallest size of a buffer: a root offset, a table's offset to its vtable, and a vtable without fields.</summary>
    private const uint ShortestBuffer = SIZE_U_OFFSET + SIZE_S_OFFSET + (2 * SIZE_V_OFFSET);

    private ByteBuffer? _buf;
    private Options _options;

    // The part of the array that is verified: the indexes from _start to _end. Read from the buffer by each call of VerifyBuffer, or on the first
    // use after the buffer was set.
    private byte[] _array = [];

    // The same array if all previous messages were parts of it. Then the buffer is over a part of an array, and alignment is relative to the first
    // byte of that part. Otherwise null.
    private byte[]? _arrayOfParts;
    private uint _start;
    private uint _end;

    // The number of four-byte words in the part, counted from _start. It is 0 if alignment is not relative to _start. Then the comparison of
    // the fast path always fails, and the slow path is used.
    private uint _words;
    private long _apparentSizeLeft = long.MaxValue;

    // The distance from _start to the origin of the alignment: 0, unless the options or a size prefix change it.
    private bool _alignsAsDefault;
    private uint _alignmentShift;
    private uint _alignmentMask;

    // In one struct, so that one store clears both.
    private Counters _counters;

    /// <summary>Creates a verifier without a buffer. Set <see cref="Buf"/> before verifying.</summary>
    public Verifier()
        : this(null!, null)
    {
    }

    /// <summary>Creates a verifier for a buffer.</summary>
    /// <param name="buf">The buffer, or null to set <see cref="Buf"/> later. Verification starts at its position.</param>
    /// <param name="options">The checks and limits, or null to use the defaults.</param>
    public Verifier(ByteBuffer buf, Options? options = null)
    {
        _options = options ?? new Options();
        Buf = buf;
    }

    /// <summary>Gets or sets the buffer. It is verified from its position to its length.</summary>
    public ByteBuffer Buf
    {
        get => _buf!;
        set
        {
            // Storing a reference costs more than comparing it, and the next message is usually in the same buffer.
            if (!ReferenceEquals(_buf, value))
            {
                _buf = value;
                _arrayOfParts = null;
            }

            Invalidate();
        }
    }

    /// <summary>Gets or sets the checks and limits.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public Options options
    {
        get => _options;
        set
        {
            if (value is null)
            {
                Throw.ArgumentNull(nameof(options));
            }

            _options = value;
            Invalidate();
        }
    }

    /// <summary>Gets or sets the depth of the table that is being verified.</summary>
    public int depth
    {
        get => _counters.Depth;
        set => _counters.Depth = value;
    }

    /// <summary>Gets or sets the number of tables reached so far.</summary>
    public int numTables
    {
        get => _counters.Tables;
        set => _counters.Tables = value;
    }

    /// <summary>Sets the largest depth of nested tables and buffers.</summary>
    /// <param name="value">The depth.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetMaxDepth(int value)
    {
        _options.maxDepth = value;
        return this;
    }

    /// <summary>Sets the largest number of tables.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetMaxTables(int value)
    {
        _options.maxTables = value;
        return this;
    }

    /// <summary>Sets whether alignment is checked.</summary>
    /// <param name="value">Whether alignment is checked.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetAlignmentCheck(bool value)
    {
        _options.alignmentCheck = value;
        Invalidate();
        return this;
    }

    /// <summary>Sets whether a string must end with a zero byte.</summary>
    /// <param name="value">Whether a string must end with a zero byte.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetStringCheck(bool value)
    {
        _options.stringEndCheck = value;
        return this;
    }

    /// <summary>Verifies the buffer from its position to its end.</summary>
    /// <param name="identifier">The file identifier that the buffer must have, or null or an empty string to accept any or none.</param>
    /// <param name="sizePrefixed">Whether the buffer starts with a size prefix. The prefix must then be the number of all remaining bytes.</param>
    /// <param name="verifyAction">The method that flatc generated to verify the root table.</param>
    /// <returns>Whether everything that the root table refers to is inside the buffer, and within the limits of the options.</returns>
    /// <exception cref="ArgumentException">The identifier is not four characters of one byte each, or the action is null.</exception>
    /// <exception cref="InvalidOperationException"><see cref="Buf"/> is not set.</exception>
    public bool VerifyBuffer(string? identifier, bool sizePrefixed, VerifyTableAction verifyAction)
    {
        if (verifyAction is null)
        {
            Throw.ArgumentNull(nameof(verifyAction));
        }

        if (!string.IsNullOrEmpty(identifier))
        {
            FileIdentifier.Check(nameof(identifier), identifier!);
        }

        ByteBuffer? buffer = _buf;
        if (buffer is null)
        {
            Throw.NoBuffer();
        }

        _counters = default;
        uint start = TakeBuffer(buffer, out uint end);
        if (sizePrefixed || !string.IsNullOrEmpty(identifier) || !_options.AreDefaults)
        {
            return VerifyOtherBuffer(identifier, sizePrefixed, verifyAction);
        }

        // The buffer contains the root offset, and one comparison checks that the offset refers forward and not beyond the end.
        uint length = end - start;
        if (length < ShortestBuffer)
        {
            return false;
        }

        uint root = Read32(start);
        return root - 1 < length - 1 && verifyAction(this, start + root);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool VerifyOtherBuffer(string? identifier, bool sizePrefixed, VerifyTableAction verifyAction)
    {
        if (!_options.AreDefaults)
        {
            TakeOptions();
        }

        return (!sizePrefixed || SkipSizePrefix()) && VerifyRoot(identifier, verifyAction);
    }

    private bool SkipSizePrefix()
    {
        uint length = _end - _start;
        if (length < SIZE_PREFIX_LENGTH || !IsAligned(_start, SIZE_INT) || Read32(_start) != length - SIZE_PREFIX_LENGTH)
        {
            return false;
        }

        // Alignment is still relative to the prefix, because the builder aligns the message together with its prefix.
        UseCustomAlignment();
        SelectPart(_start + SIZE_PREFIX_LENGTH, _end, _alignmentShift - SIZE_PREFIX_LENGTH);
        return true;
    }

    private bool VerifyRoot(string? identifier, VerifyTableAction verifyAction) =>
        TryFindRoot(identifier, out uint root) && verifyAction(this, root);

    private bool TryFindRoot(string? identifier, out uint root)
    {
        root = 0;
        if (_end - _start < ShortestBuffer)
        {
            return false;
        }

        if (!string.IsNullOrEmpty(identifier) && Read32(_start + SIZE_U_OFFSET) != FileIdentifier.Pack(identifier!))
        {
            return false;
        }

        return IsWord(_start) && FollowElement(_start, out root) && root < _end;
    }

    private struct Counters
    {
        internal int Depth;
        internal int Tables;
    }
}
