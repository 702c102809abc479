using System.Threading.Tasks;
using Codec.Bench.Measuring;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that benchmarks of all result types are called and awaited.</summary>
public sealed class BenchmarkInvokerTests
{
    private int _ended;

    [TestCase(nameof(Nothing))]
    [TestCase(nameof(Result))]
    [TestCase(nameof(TaskAsync))]
    [TestCase(nameof(TaskResultAsync))]
    [TestCase(nameof(ValueTaskAsync))]
    [TestCase(nameof(ValueTaskResultAsync))]
    public void Every_call_has_ended_when_the_invoker_returns(string method)
    {
        _ended = 0;
        BenchmarkInvoker.Of(this, GetType().GetMethod(method)!).Run(100);
        Assert.That(_ended, Is.EqualTo(100));
    }

    public void Nothing() => _ended++;

    public int Result() => ++_ended;

    public async Task TaskAsync()
    {
        await Task.Yield();
        _ended++;
    }

    public async Task<int> TaskResultAsync()
    {
        await Task.Yield();
        return ++_ended;
    }

    public async ValueTask ValueTaskAsync()
    {
        await Task.Yield();
        _ended++;
    }

    public async ValueTask<int> ValueTaskResultAsync()
    {
        await Task.Yield();
        return ++_ended;
    }
}
