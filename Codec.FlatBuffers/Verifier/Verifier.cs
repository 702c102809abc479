using System;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>
/// Judges whether a buffer can be read to its last field without leaving it. The answer is true or false on any bytes: nothing is thrown,
/// allocated or printed. One verifier serves many buffers, one after another: set <see cref="Buf"/> and call
/// <see cref="VerifyBuffer"/> again. Not thread-safe.
/// </summary>
public partial class Verifier
{
    /// <summary>The bytes of a byte.</summary>
    public const int SIZE_BYTE = 1;

    /// <summary>The bytes of an int.</summary>
    public const int SIZE_INT = 4;

    /// <summary>The bytes of an offset.</summary>
    public const int SIZE_U_OFFSET = 4;

    /// <summary>The bytes of a table's offset to its vtable.</summary>
    public const int SIZE_S_OFFSET = 4;

    /// <summary>The bytes of a vtable's entry.</summary>
    public const int SIZE_V_OFFSET = 2;

    /// <summary>The bytes of a size prefix.</summary>
    public const int SIZE_PREFIX_LENGTH = FlatBufferConstants.SizePrefixLength;

    /// <summary>The most bytes of a buffer.</summary>
    public const int FLATBUFFERS_MAX_BUFFER_SIZE = int.MaxValue;

    /// <summary>The bytes of a file identifier.</summary>
    public const int FILE_IDENTIFIER_LENGTH = FlatBufferConstants.FileIdentifierLength;

    /// <summary>A root offset, a table's offset to its vtable, and a vtable without fields: no buffer is shorter.</summary>
    private const uint ShortestBuffer = SIZE_U_OFFSET + SIZE_S_OFFSET + (2 * SIZE_V_OFFSET);

    private ByteBuffer? _buf;
    private Options _options;

    // The part of the array that is verified: the indexes from _start to _end. Taken from the buffer at each VerifyBuffer, or at the first use
    // after the buffer was set.
    private byte[] _array = [];

    // The same array if only parts of it were verified, one after another: the buffer is over a part of an array, and alignment counts from its
    // first byte. Otherwise null.
    private byte[]? _arrayOfParts;
    private uint _start;
    private uint _end;

    // How many words of four bytes the part has, counted from _start, and 0 where alignment does not count from there: then nothing
    // passes the one comparison that mostly decides, and the longer way is taken.
    private uint _words;
    private long _apparentSizeLeft = long.MaxValue;

    // Alignment counts from so far behind _start: 0, and all of it, unless the options or a size prefix say otherwise.
    private bool _alignsAsUsual;
    private uint _alignmentShift;
    private uint _alignmentMask;

    // Together, so that one store makes both 0.
    private Counters _counters;

    /// <summary>A verifier without a buffer: set <see cref="Buf"/> before verifying.</summary>
    public Verifier()
        : this(null!, null)
    {
    }

    /// <summary>A verifier for a buffer.</summary>
    /// <param name="buf">The buffer; what is verified starts at its position.</param>
    /// <param name="options">What to check and where to give up; null takes the defaults.</param>
    public Verifier(ByteBuffer buf, Options? options = null)
    {
        _options = options ?? new Options();
        Buf = buf;
    }

    /// <summary>The buffer; what is verified starts at its position and ends at its length.</summary>
    public ByteBuffer Buf
    {
        get => _buf!;
        set
        {
            // Storing a reference costs more than comparing it, and mostly it is the same buffer with the next message.
            if (!ReferenceEquals(_buf, value))
            {
                _buf = value;
                _arrayOfParts = null;
            }

            Forget();
        }
    }

    /// <summary>What to check and where to give up.</summary>
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
            Forget();
        }
    }

    /// <summary>How deep the table that is being verified is nested.</summary>
    public int depth
    {
        get => _counters.Depth;
        set => _counters.Depth = value;
    }

    /// <summary>How many tables were reached.</summary>
    public int numTables
    {
        get => _counters.Tables;
        set => _counters.Tables = value;
    }

    /// <summary>Sets how deep tables and nested buffers may nest.</summary>
    /// <param name="value">The depth.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetMaxDepth(int value)
    {
        _options.maxDepth = value;
        return this;
    }

    /// <summary>Sets how many tables may be reached.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetMaxTables(int value)
    {
        _options.maxTables = value;
        return this;
    }

    /// <summary>Sets whether alignment is checked.</summary>
    /// <param name="value">Whether it is.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetAlignmentCheck(bool value)
    {
        _options.alignmentCheck = value;
        Forget();
        return this;
    }

    /// <summary>Sets whether a string must end with a zero byte.</summary>
    /// <param name="value">Whether it must.</param>
    /// <returns>This verifier.</returns>
    public Verifier SetStringCheck(bool value)
    {
        _options.stringEndCheck = value;
        return this;
    }

    /// <summary>Judges the buffer, from its position to its end.</summary>
    /// <param name="identifier">The file identifier that it must have; null or an empty one accepts any and none.</param>
    /// <param name="sizePrefixed">Whether it starts with a size prefix, which must then count all of the rest.</param>
    /// <param name="verifyAction">What flatc wrote to verify the root table.</param>
    /// <returns>Whether everything that can be reached is inside the buffer, and within the options' limits.</returns>
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
        if (sizePrefixed || !string.IsNullOrEmpty(identifier) || !_options.AreUsual)
        {
            return VerifyOtherBuffer(identifier, sizePrefixed, verifyAction);
        }

        // The buffer has the word at its start, and one comparison checks that the word refers forward and not beyond the end.
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
        if (!_options.AreUsual)
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

        // Alignment still counts from the prefix, as the builder counts it in.
        AlignOtherwise();
        TakePart(_start + SIZE_PREFIX_LENGTH, _end, _alignmentShift - SIZE_PREFIX_LENGTH);
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
