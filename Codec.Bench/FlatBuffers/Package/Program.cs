using Codec.Bench.FlatBuffers.Sides;
using Codec.Bench.Reports;

if (args is [RowSampler.Verb, string benchmarks, string parameters, string samples])
{
    RowSampler.Print(benchmarks, parameters, samples);
}
else
{
    SideWorker.Run();
}
