using System.Runtime.InteropServices;
using Codec.Tests.Fuzz;
using Codec.Tests.GeneratedCode;
using SharpFuzz;

// Codec.Fuzz instrument        adds counters of branches to the libraries beside this program
// Codec.Fuzz TARGET            runs under libfuzzer-dotnet
// Codec.Fuzz TARGET seeds      writes the first inputs into the folder seeds
// Codec.Fuzz TARGET FILE...    runs the inputs, as a failure left them
static void Instrument(string path)
{
    try
    {
        Fuzzer.Instrument(path, _ => true, Options.Value);
    }
    catch (InstrumentationException)
    {
        // It has the counters already.
    }
}

static byte[] InstrumentImage(byte[] image)
{
    string path = Path.GetTempFileName();
    File.WriteAllBytes(path, image);
    Instrument(path);
    image = File.ReadAllBytes(path);
    File.Delete(path);
    return image;
}

static unsafe void Run(string name, string[] files)
{
    // Code with counters runs before libFuzzer gives them memory.
    SharpFuzz.Common.Trace.SharedMem = (byte*)NativeMemory.AllocZeroed(1 << 16);
    InMemoryCompilation.BeforeLoad = InstrumentImage;
    FuzzTarget target = FuzzTarget.Find(name);
    if (files.Length == 0)
    {
        Fuzzer.LibFuzzer.Run(input => target.Run(input.ToArray()));
    }
    else if (files is ["seeds"])
    {
        Directory.CreateDirectory("seeds");
        foreach ((int index, byte[] seed) in target.Seeds(new Random(1)).Index())
        {
            File.WriteAllBytes($"seeds/{index}", seed);
        }
    }
    else
    {
        Array.ForEach(files, file => target.Run(File.ReadAllBytes(file)));
    }
}

if (args is ["instrument"])
{
    Array.ForEach(["Codec", "Codec.Interpreter", "Codec.Schema"], name => Instrument(Path.Combine(AppContext.BaseDirectory, name + ".dll")));
}
else
{
    Run(args[0], args[1..]);
}
