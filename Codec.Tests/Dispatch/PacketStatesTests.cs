namespace Codec.Tests.Dispatch;

public sealed class PacketStatesTests
{
    [Test]
    public void The_default_value_contains_all_states()
    {
        PacketStates all = default;
        Assert.That(all, Is.EqualTo(PacketRules.InStates([.. Enumerable.Range(0, PacketRules.MaxStates)])));
        Assert.That(all, Is.Not.EqualTo(PacketRules.InStates([.. Enumerable.Range(0, PacketRules.MaxStates - 1)])));
        Assert.That((all != default, all != PacketRules.InStates(0)), Is.EqualTo((false, true)));
        Assert.That(all.ToString(), Is.EqualTo("all"));
    }

    [TestCase("0", 0)]
    [TestCase("1", 1)]
    [TestCase("31", 31)]
    [TestCase("0, 2, 31", 31, 0, 2)]
    [TestCase("1, 2", 2, 1, 2, 1)]
    public void Text_lists_the_states_in_ascending_order(string text, params int[] states) =>
        Assert.That(PacketRules.InStates(states).ToString(), Is.EqualTo(text));

    [Test]
    public void A_set_without_states_is_rejected()
    {
        Assert.That(() => PacketRules.InStates(), Throws.ArgumentException.With.Message.Contains("At least one connection state"));
        Assert.That(() => PacketRules.InStates(null!), Throws.ArgumentNullException);
    }

    [Test]
    public void A_number_that_no_state_has_is_rejected([Values(-1, 32)] int state) =>
        Assert.That(() => PacketRules.InStates(0, state), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains($"between 0 and 31, not {state}."));
}
