using NUnit.Framework;

// Fixtures run beside each other, the tests of one fixture one after the other. Many wait for a process, a socket or a deadline, so there are more of
// them than the processors of a small machine. A fixture that counts what the whole process does is [NonParallelizable].
[assembly: Parallelizable(ParallelScope.Fixtures)]
[assembly: LevelOfParallelism(4)]
