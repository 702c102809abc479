namespace Codec.Tests.Transport;

/// <summary>Tests the delays before a client connects again.</summary>
internal sealed class ReconnectDelaysTests
{
    [TestCase(0, 0, 0)]
    [TestCase(500, 15_000, 30_000)]
    public void After_many_attempts_the_delay_stays_in_its_range(int first, int shortest, int longest)
    {
        PacketClientOptions options = new()
        {
            ReconnectAttempts = 2000,
            ReconnectDelay = TimeSpan.FromMilliseconds(first),
            MaxReconnectDelay = TimeSpan.FromSeconds(30),
        };
        ReconnectDelays delays = new(options);
        for (int i = 0; i < options.ReconnectAttempts; i++)
        {
            TimeSpan? delay = delays.Next();
            if (i >= 10)
            {
                Assert.That(delay!.Value.TotalMilliseconds, Is.InRange((double)shortest, longest), $"{i}");
            }
        }

        Assert.That(delays.Next(), Is.Null);
    }
}
