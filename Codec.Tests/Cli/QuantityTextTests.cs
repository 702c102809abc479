using Codec.Cli.Values;

namespace Codec.Tests.Cli;

/// <summary>Tests parsing the quantities and addresses of a command line.</summary>
internal sealed class QuantityTextTests
{
    [TestCase("80ms", 80)]
    [TestCase("1.5s", 1500)]
    [TestCase("10 m", 600_000)]
    [TestCase("2min", 120_000)]
    [TestCase("1h", 3_600_000)]
    [TestCase("500us", 0.5)]
    [TestCase("0", 0)]
    public void Durations(string text, double milliseconds)
    {
        Assert.That(QuantityText.ParseDuration(text, out TimeSpan duration), Is.Null);
        Assert.That(duration.TotalMilliseconds, Is.EqualTo(milliseconds));
    }

    [TestCase("80", "'80' has no unit; expected us, ms, s, m or h, as in 80ms.")]
    [TestCase("80 parsecs", "'parsecs' is not a unit of time; expected us, ms, s, m or h, as in 80ms.")]
    [TestCase("-1s", "'-1s' is not a duration; expected a number and a unit, such as 80ms, 1.5s, 10m.")]
    [TestCase("", "'' is not a duration; expected a number and a unit, such as 80ms, 1.5s, 10m.")]
    [TestCase("1e3s", "'1e3s' is not a duration; expected a number and a unit, such as 80ms, 1.5s, 10m.")]
    [TestCase("999999999h", "'999999999h' is too long; the longest duration is 24 days.")]
    public void Invalid_durations_are_rejected_with_a_reason(string text, string error) => Assert.That(QuantityText.ParseDuration(text, out _), Is.EqualTo(error));

    [TestCase("1mbit", 125_000)]
    [TestCase("64kbit", 8000)]
    [TestCase("64kbit/s", 8000)]
    [TestCase("1gbit", 125_000_000)]
    [TestCase("200kB", 200_000)]
    [TestCase("1.5MB/s", 1_500_000)]
    [TestCase("8bit", 1)]
    public void Rates(string text, double bytes)
    {
        Assert.That(QuantityText.ParseRate(text, out double rate), Is.Null);
        Assert.That(rate, Is.EqualTo(bytes));
    }

    [TestCase("1", "'1' has no unit; expected bit, kbit, mbit, gbit, B, kB, MB or GB, as in 1kbit.")]
    [TestCase("1mb", "'mb' is not a unit of a rate; expected bit, kbit, mbit, gbit, B, kB, MB or GB, as in 1mbit.")]
    [TestCase("0mbit", "'0mbit' is out of range; a rate is from 8bit to 1000GB (per second).")]
    [TestCase("fast", "'fast' is not a rate; expected a number and a unit, such as 1mbit, 64kbit, 200kB.")]
    public void Invalid_rates_are_rejected_with_a_reason(string text, string error) => Assert.That(QuantityText.ParseRate(text, out _), Is.EqualTo(error));

    [TestCase("2%", 0.02)]
    [TestCase("0.5%", 0.005)]
    [TestCase("0.25", 0.25)]
    [TestCase("100%", 1)]
    [TestCase("0", 0)]
    public void Shares(string text, double expected)
    {
        Assert.That(QuantityText.ParseShare(text, out double share), Is.Null);
        Assert.That(share, Is.EqualTo(expected).Within(1e-12));
    }

    [TestCase("101%", "'101%' is more than 100%; expected 0% to 100%.")]
    [TestCase("2", "'2' is more than 100%; expected 0% to 100%.")]
    [TestCase("2ms", "'2ms' is not a share; expected a percentage such as 2%, or a fraction such as 0.02.")]
    public void Invalid_shares_are_rejected_with_a_reason(string text, string error) => Assert.That(QuantityText.ParseShare(text, out _), Is.EqualTo(error));

    [TestCase("2x", 2)]
    [TestCase("0.5x", 0.5)]
    [TestCase("3", 3)]
    [TestCase("max", double.PositiveInfinity)]
    public void Speeds(string text, double expected)
    {
        Assert.That(QuantityText.ParseSpeed(text, out double speed), Is.Null);
        Assert.That(speed, Is.EqualTo(expected));
    }

    [Test]
    public void Invalid_speeds_are_rejected_with_a_reason([Values("0x", "-1x", "fast", "2%")] string text) =>
        Assert.That(QuantityText.ParseSpeed(text, out _), Is.EqualTo($"'{text}' is not a speed; expected a factor above 0 such as 2x or 0.5x, or max."));

    [TestCase("127.0.0.1:7777", "127.0.0.1:7777")]
    [TestCase("[::1]:7777", "[::1]:7777")]
    [TestCase("[::ffff:127.0.0.1]:7777", "127.0.0.1:7777")]
    [TestCase("7777", "127.0.0.1:7777")]
    [TestCase("game.example:80", "Unspecified/game.example:80")]
    public void Addresses(string text, string expected)
    {
        Assert.That(EndPointText.Parse(text, allowsPortZero: false, out EndPoint? endPoint), Is.Null);
        Assert.That(endPoint!.ToString(), Is.EqualTo(expected));
    }

    [TestCase("127.0.0.1", "'127.0.0.1' has no port; expected HOST:PORT, such as 127.0.0.1:7777, with a port up to 65535.")]
    [TestCase("a:70000", "'a:70000' has no port; expected HOST:PORT, such as 127.0.0.1:7777, with a port up to 65535.")]
    [TestCase("::1:7777", "'::1' is not a host; expected a name or an address such as 127.0.0.1 or [::1].")]
    [TestCase("a b:1", "'a b' is not a host; expected a name or an address such as 127.0.0.1 or [::1].")]
    [TestCase("a:0", "'a:0' has the port 0, which only an address to listen on may have.")]
    public void Invalid_addresses_are_rejected_with_a_reason(string text, string error) => Assert.That(EndPointText.Parse(text, allowsPortZero: false, out _), Is.EqualTo(error));

    [Test]
    public void A_lookup_of_a_name_can_be_interrupted()
    {
        DnsEndPoint name = new("localhost", 7777);
        Assert.That(async () => await EndPointText.ResolveAsync(name, new CancellationToken(canceled: true)), Throws.InstanceOf<OperationCanceledException>());
        using StringWriter error = new() { NewLine = "\n" };
        int exit = ExitCode.Of(CodecTool.Console(error), () => throw new OperationCanceledException());
        Assert.That((exit, error.ToString()), Is.EqualTo((2, "codec: error: Interrupted.\n")));
    }
}
