namespace Codec.Soak;

/// <summary>The resource that a round lacks. A round that lacks one runs in another process.</summary>
internal enum RoundEnvironment
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The system's clock jumps by hours, ten times in a second.</summary>
    ClockSteps,

    /// <summary>The thread pool has few threads, and all of them are blocked for half of the time.</summary>
    BusyThreadPool,

    /// <summary>The garbage collector has little memory.</summary>
    SmallHeap,

    /// <summary>The process runs out of file descriptors for a moment.</summary>
    FewDescriptors,
}
