namespace Google.FlatBuffers;

/// <summary>The checks and limits of a <see cref="Verifier"/>. Not thread-safe while it is changed.</summary>
public class Options
{
    /// <summary>The depth of nested tables and buffers that is accepted unless said otherwise.</summary>
    public const int DEFAULT_MAX_DEPTH = 64;

    /// <summary>The number of tables that is accepted unless said otherwise.</summary>
    public const int DEFAULT_MAX_TABLES = 1000000;

    private bool _alignmentCheck;
    private bool _alignmentOfMemory;
    private long _maxApparentSize;

    /// <summary>The defaults.</summary>
    public Options()
        : this(DEFAULT_MAX_DEPTH, DEFAULT_MAX_TABLES, true, true)
    {
    }

    /// <summary>The given limits and checks.</summary>
    /// <param name="maxDepth">How deep tables and nested buffers may nest.</param>
    /// <param name="maxTables">How many tables may be reached, shared ones counted as often as they are.</param>
    /// <param name="stringEndCheck">Whether a string must end with a zero byte.</param>
    /// <param name="alignmentCheck">Whether alignment is checked.</param>
    public Options(int maxDepth, int maxTables, bool stringEndCheck, bool alignmentCheck)
    {
        this.maxDepth = maxDepth;
        this.maxTables = maxTables;
        this.stringEndCheck = stringEndCheck;
        this.alignmentCheck = alignmentCheck;
    }

    /// <summary>How deep tables and nested buffers may nest.</summary>
    public int maxDepth { get; set; }

    /// <summary>How many tables may be reached, shared ones counted as often as they are.</summary>
    public int maxTables { get; set; }

    /// <summary>Whether a string must end with a zero byte.</summary>
    public bool stringEndCheck { get; set; }

    /// <summary>Whether alignment is checked.</summary>
    public bool alignmentCheck
    {
        get => _alignmentCheck;
        set => AreUsual = (_alignmentCheck = value) && !_alignmentOfMemory && _maxApparentSize <= 0;
    }

    /// <summary>Whether alignment is counted from the memory's address instead of the buffer's first byte. False unless set; it says
    /// something only about memory that does not move.</summary>
    public bool AlignmentOfMemory
    {
        get => _alignmentOfMemory;
        set => AreUsual = !(_alignmentOfMemory = value) && _alignmentCheck && _maxApparentSize <= 0;
    }

    /// <summary>
    /// The most bytes of strings, vectors and vtables that may be reached. A part that several others refer to counts once for each
    /// of them. 0, the default, is no limit, as in C++. Set it for a message that is copied into objects (flatc's <c>UnPack</c>): the copy
    /// shares nothing, so that a short hostile message can make a very large one. docs/flatbuffers.md has figures.
    /// </summary>
    public long MaxApparentSize
    {
        get => _maxApparentSize;
        set => AreUsual = (_maxApparentSize = value) <= 0 && _alignmentCheck && !_alignmentOfMemory;
    }

    /// <summary>Whether alignment is counted from the buffer's first byte and the apparent size is not limited, which a verifier asks for
    /// each buffer.</summary>
    internal bool AreUsual { get; private set; }
}
