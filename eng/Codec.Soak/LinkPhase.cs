namespace Codec.Soak;

/// <summary>The phase of a round in which a link starts.</summary>
internal enum LinkPhase
{
    /// <summary>With most links of the round, over a relay.</summary>
    Main,

    /// <summary>Before the process runs out of file descriptors. The link must continue while none are left.</summary>
    BeforeExhaustion,

    /// <summary>While the process has no file descriptors left. The client is in another process, and the server cannot accept it yet.</summary>
    DuringExhaustion,

    /// <summary>After the process has file descriptors again.</summary>
    AfterExhaustion,
}
