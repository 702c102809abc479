// Fixtures run concurrently, but the tests of one fixture run sequentially. Many tests wait for a process, a socket or a deadline, so more fixtures
// run concurrently than a small machine has processors. A fixture that measures the whole process is [NonParallelizable].
[assembly: Parallelizable(ParallelScope.Fixtures)]
[assembly: LevelOfParallelism(6)]
