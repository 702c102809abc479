namespace Codec.Soak;

/// <summary>The resource that a round lacks. Such a round runs in another process.</summary>
internal enum RoundEnvironment
{
    /// <summary>No resource is missing.</summary>
    None,

    /// <summary>The system's clock jumps by hours, ten times per second.</summary>
    ClockSteps,

    /// <summary>The thread pool has few threads, and all of them are blocked half of the time.</summary>
    BusyThreadPool,

    /// <summary>The garbage collector has little memory.</summary>
    SmallHeap,

    /// <summary>The process temporarily runs out of file descriptors.</summary>
    FewDescriptors,
}
