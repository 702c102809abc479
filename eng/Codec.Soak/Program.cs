using System;
using Codec.Soak;

if (SoakOptions.Parse(args) is not { } options)
{
    Console.Error.WriteLine("usage: eng/soak MINUTES | --seed SEED");
    return 2;
}

using SoakRun run = new(options);
return run.Run() ? 0 : 1;
