using Codec.Bench.FlatBuffers.Sides;
using Codec.Bench.Reports;

if (args is [RowSampler.Verb, string benchmarks, string parameters, string effort])
{
    RowSampler.Print(benchmarks, parameters, effort);
}
else
{
    SideWorker.Run();
}
