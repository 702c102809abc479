using System;

namespace Codec.Tests.Bench;

/// <summary>A clock that only its workloads move.</summary>
internal sealed class FakeClock
{
    internal TimeSpan Now { get; set; }
}
