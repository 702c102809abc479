using System;
using System.Diagnostics;
using Codec.Bench.Cold;
using Codec.Bench.Compat;

// Does the job of its argument once, and prints nanoseconds and compiled methods. Before the job, nothing of a library was used.
long methods = JitCounter.CompiledMethods;
long start = Stopwatch.GetTimestamp();
Jobs.Run(args[0]);
double nanoseconds = (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency;
Console.WriteLine((long)nanoseconds + " " + (JitCounter.CompiledMethods - methods));
