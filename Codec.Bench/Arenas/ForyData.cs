using Fory;
using Sample = Fory.Sample;

namespace Codec.Bench.Arenas;

/// <summary>The data of <c>fory.fbs</c>. The elements of a list differ slightly.</summary>
internal static class ForyData
{
    private const int Count = 5;

    internal static NumericStruct MakeStruct(int i = 0) => new()
    {
        F1 = 271_828 + i,
        F2 = -65_000 - i,
        F3 = 17 + i,
        F4 = 1_999_999_973 - i,
        F5 = -3 + i,
        F6 = 40_320 - i,
        F7 = -1_234_567_890 + i,
        F8 = 255 + i,
    };

    internal static Sample MakeSample(int i = 0) => new()
    {
        IntValue = 4096 + i,
        LongValue = 8_589_934_592 + i,
        FloatValue = 2.75f,
        DoubleValue = -0.0625,
        ShortValue = -21_000,
        CharValue = 'q',
        BooleanValue = false,
        IntValueBoxed = -77,
        LongValueBoxed = 42_000_000_000,
        FloatValueBoxed = -19.5f,
        DoubleValueBoxed = 3.14159,
        ShortValueBoxed = 512,
        CharValueBoxed = 'Z',
        BooleanValueBoxed = true,
        IntArray = new([7, -70, 700, -7000, 70_000, 0, 1, -1, 31]),
        LongArray = new([5, -50, 500_000, -5_000_000, 0, 1L << 40, -1, 2, 3]),
        FloatArray = new([0.5f, -0.25f, 100, 1e6f, 0, -7.5f, 3.25f, 9, -1]),
        DoubleArray = new([1.5, -2.25, 1e9, 1e-9, 0, 6.5, -8, 0.125, 77]),
        ShortArray = new([1, -2, 4, -8, 16, -32, 64, -128, 256]),
        CharArray = new(['w', 'o', 'r', 'd', 'W', 'O', 'R', 'D']),
        BooleanArray = new([false, true, true, false]),
        Text = "the quick brown fox jumps over a dog",
    };

    internal static MediaContent MakeMedia(int i = 0) => new()
    {
        Media = new Media
        {
            Uri = "https://example.org/films/night-train",
            Title = "Night train: a documentary about railways in winter",
            Width = 2560 + i,
            Height = 1440,
            Format = "video/av1",
            Duration = 5_400_000,
            Bytes = 1_870_000_000,
            Bitrate = 2_770,
            HasBitrate = true,
            Persons = new(["Irina", "Paul", "Samira", "Teo"]),
            Player = Player.Flash,
            Copyright = "Example Pictures, 2026",
        },
        Images = new(
        [
            new Image { Uri = "https://example.org/films/poster", Title = "poster", Width = 1200, Height = 1800, Size = Size.Large },
            new Image { Uri = "https://example.org/films/icon", Title = "icon", Width = 64, Height = 64, Size = Size.Small },
        ]),
    };

    internal static StructList MakeStructs() => new() { Values = new([.. Enumerable.Range(0, Count).Select(MakeStruct)]) };

    internal static SampleList MakeSamples() => new() { Values = new([.. Enumerable.Range(0, Count).Select(MakeSample)]) };

    internal static MediaContentList MakeMediaList() => new() { Values = new([.. Enumerable.Range(0, Count).Select(MakeMedia)]) };
}
