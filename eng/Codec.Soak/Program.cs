using Codec.Soak;

double minutes = 0;
int? seed = args is [_, "--seed", string text] && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int only) ? only : null;
if (seed is null && !(args is [_, string time] && double.TryParse(time, CultureInfo.InvariantCulture, out minutes) && minutes > 0))
{
    Console.Error.WriteLine("usage: eng/deep soak MINUTES | --seed SEED");
    return 2;
}

using SoakRun run = new(args[0]);
return run.Run(TimeSpan.FromMinutes(minutes), seed) ? 0 : 1;
