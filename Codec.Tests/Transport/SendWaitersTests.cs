namespace Codec.Tests.Transport;

/// <summary>Tests the list of callers that wait for writes.</summary>
internal sealed class SendWaitersTests
{
    [Test]
    public void Exactly_the_waiters_whose_target_was_reached_are_removed([Range(1, 50)] int seed)
    {
        Random random = new(seed);
        SendWaiters waiters = new();
        List<SendWaiter> expected = [];
        HashSet<SendWaiter> flushes = [];
        long written = 0;
        for (int step = 0; step < 200; step++)
        {
            switch (random.Next(4))
            {
                case 0:
                    written += random.Next(20);
                    SendWaiter[] reached = [.. List(waiters.TakeReached(written))];
                    Assert.That(reached, Is.EquivalentTo(expected.Where(waiter => waiter.Target <= written)), $"seed {seed}");
                    Assert.That(reached, Has.All.Matches<SendWaiter>(static waiter => waiter!.Node.List is null), $"seed {seed}");
                    Assert.That(reached, Is.EqualTo(reached.OrderBy(flushes.Contains).ThenBy(static waiter => waiter.Target)), $"seed {seed}");
                    expected.RemoveAll(waiter => waiter.Target <= written);
                    foreach (SendWaiter waiter in reached)
                    {
                        flushes.Remove(waiter);
                        waiters.Recycle(waiter);
                    }

                    break;
                case 1 when expected.Count > 0:
                    SendWaiter removed = expected[random.Next(expected.Count)];
                    Assert.That((SendWaiters.TryRemove(removed), SendWaiters.TryRemove(removed)), Is.EqualTo((true, false)), $"seed {seed}");
                    expected.Remove(removed);
                    flushes.Remove(removed);
                    break;
                default:
                    bool isFlush = random.Next(3) == 0;
                    expected.Add(waiters.Add(null!, written + random.Next(1, 100), isFlush, CancellationToken.None));
                    if (isFlush)
                    {
                        flushes.Add(expected[^1]);
                    }

                    break;
            }

            Assert.That(waiters.IsEmpty, Is.EqualTo(expected.Count == 0), $"seed {seed}");
        }

        Assert.That(List(waiters.TakeReached(long.MaxValue)), Is.EquivalentTo(expected), $"seed {seed}");
        Assert.That(waiters.IsEmpty, Is.True);
    }

    private static IEnumerable<SendWaiter> List(SendWaiter? waiter)
    {
        for (; waiter is not null; waiter = waiter.Next)
        {
            yield return waiter;
        }
    }
}
