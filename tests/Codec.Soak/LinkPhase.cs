namespace Codec.Soak;

/// <summary>When a link begins.</summary>
internal enum LinkPhase
{
    /// <summary>With most of the round's links, over a relay.</summary>
    Main,

    /// <summary>Before the process runs out of file descriptors. It must go on meanwhile.</summary>
    BeforeExhaustion,

    /// <summary>While the process has no file descriptors left: its client is another process, and the server cannot accept it yet.</summary>
    DuringExhaustion,

    /// <summary>After the process has file descriptors again.</summary>
    AfterExhaustion,
}
