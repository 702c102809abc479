using System;

namespace Google.FlatBuffers;

/// <summary>The checks and limits of a <see cref="Verifier"/>. Thread-safe while no thread changes it.</summary>
public class Options
{
    /// <summary>The default limit of the depth of nested tables and buffers.</summary>
    public const int DEFAULT_MAX_DEPTH = 64;

    /// <summary>The default limit of the number of tables.</summary>
    public const int DEFAULT_MAX_TABLES = 1000000;

    private bool _alignmentCheck;
    private bool _alignmentOfMemory;
    private long _maxApparentSize;

    /// <summary>Creates options with the default checks and limits.</summary>
    public Options()
        : this(DEFAULT_MAX_DEPTH, DEFAULT_MAX_TABLES, true, true)
    {
    }

    /// <summary>Creates options with the given checks and limits.</summary>
    /// <param name="maxDepth">The largest depth of nested tables and buffers.</param>
    /// <param name="maxTables">The largest number of tables. A shared table counts once for each reference to it.</param>
    /// <param name="stringEndCheck">Whether a string must end with a zero byte.</param>
    /// <param name="alignmentCheck">Whether alignment is checked.</param>
    public Options(int maxDepth, int maxTables, bool stringEndCheck, bool alignmentCheck)
    {
        this.maxDepth = maxDepth;
        this.maxTables = maxTables;
        this.stringEndCheck = stringEndCheck;
        this.alignmentCheck = alignmentCheck;
    }

    /// <summary>Gets or sets the largest depth of nested tables and buffers.</summary>
    public int maxDepth { get; set; }

    /// <summary>Gets or sets the largest number of tables. A shared table counts once for each reference to it.</summary>
    public int maxTables { get; set; }

    /// <summary>Gets or sets whether a string must end with a zero byte.</summary>
    public bool stringEndCheck { get; set; }

    /// <summary>Gets or sets whether alignment is checked.</summary>
    public bool alignmentCheck
    {
        get => _alignmentCheck;
        set => AreDefaults = (_alignmentCheck = value) && !_alignmentOfMemory && _maxApparentSize == 0;
    }

    /// <summary>Gets or sets whether alignment is relative to the memory address instead of the buffer's first byte. False by default.
    /// Useful only for memory that does not move.</summary>
    public bool AlignmentOfMemory
    {
        get => _alignmentOfMemory;
        set => AreDefaults = !(_alignmentOfMemory = value) && _alignmentCheck && _maxApparentSize == 0;
    }

    /// <summary>
    /// Gets or sets the largest total size of strings, vectors and vtables, in bytes. A shared part counts once for each reference to
    /// it. 0, the default, is no limit, as in C++. Set a limit if the message is copied into objects (flatc's <c>UnPack</c>): the copy
    /// shares nothing, so that a short malicious message can become a very large object tree. See docs/flatbuffers.md for figures.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxApparentSize
    {
        get => _maxApparentSize;
        set
        {
            if (value < 0)
            {
                Throw.NegativeCount(nameof(value), value);
            }

            AreDefaults = (_maxApparentSize = value) == 0 && _alignmentCheck && !_alignmentOfMemory;
        }
    }

    /// <summary>Gets whether alignment is relative to the buffer's first byte and the apparent size is not limited. A verifier reads this for
    /// each buffer.</summary>
    internal bool AreDefaults { get; private set; }
}
