namespace Codec.Tests.Doubles;

/// <summary>A clock whose frequency property throws.</summary>
internal sealed class BrokenClock : TimeProvider
{
    public override long TimestampFrequency => throw new NotSupportedException();
}
