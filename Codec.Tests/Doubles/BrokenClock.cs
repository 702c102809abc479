using System;

namespace Codec.Tests.Doubles;

/// <summary>A clock that throws when it is asked for its frequency.</summary>
internal sealed class BrokenClock : TimeProvider
{
    public override long TimestampFrequency => throw new NotSupportedException();
}
