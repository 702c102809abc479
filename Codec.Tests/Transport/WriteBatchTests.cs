namespace Codec.Tests.Transport;

public class WriteBatchTests
{
    [TestCase(2, false)]
    [TestCase(2, true)]
    [TestCase(3, false)]
    public void One_thread_is_inside_while_others_take_the_batch_away(int count, bool isFlushed)
    {
        const int Turns = 20;
        WriteBatch[] batches = [.. Enumerable.Range(0, 12_000).Select(_ => new WriteBatch())];
        int[] reached = new int[count];
        int inside = 0;
        bool isShared = false;
        Thread[] threads = [.. Enumerable.Range(0, count).Select(number => new Thread(() => Run(number)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.That(isShared, Is.False);

        void Run(int number)
        {
            for (int i = 0; i < batches.Length; i++)
            {
                // The threads meet at each batch, because only the first meeting takes it away.
                Volatile.Write(ref reached[number], i);
                SpinWait.SpinUntil(() => reached.All(other => other >= i));
                for (int turn = 0; turn < Turns; turn++)
                {
                    batches[i].Enter();
                    isShared |= ++inside != 1;
                    Thread.SpinWait(turn % 4 * 16);
                    isShared |= --inside != 0;
                    if (isFlushed && turn % 4 == 0)
                    {
                        batches[i].ExitFlushed();
                    }
                    else
                    {
                        batches[i].Exit();
                    }
                }
            }
        }
    }
}
