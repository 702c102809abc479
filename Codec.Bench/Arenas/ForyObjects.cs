using Fory;

namespace Codec.Bench.Arenas;

internal static partial class ForyObjects
{
    [MemoryPackable]
    internal sealed partial class NumericStruct
    {
        public int F1, F2, F3, F4, F5, F6, F7, F8;
    }

    [MemoryPackable]
    internal sealed partial class Sample
    {
        public int IntValue, ShortValue, CharValue, IntValueBoxed, ShortValueBoxed, CharValueBoxed;
        public long LongValue, LongValueBoxed;
        public float FloatValue, FloatValueBoxed;
        public double DoubleValue, DoubleValueBoxed;
        public bool BooleanValue, BooleanValueBoxed;
        public int[] IntArray = [], ShortArray = [], CharArray = [];
        public long[] LongArray = [];
        public float[] FloatArray = [];
        public double[] DoubleArray = [];
        public bool[] BooleanArray = [];
        public string Text = "";
    }

    [MemoryPackable]
    internal sealed partial class Media
    {
        public string Uri = "", Title = "";
        public int Width, Height;
        public string Format = "";
        public long Duration, Bytes;
        public int Bitrate;
        public bool HasBitrate;
        public string[] Persons = [];
        public Player Player;
        public string Copyright = "";
    }

    [MemoryPackable]
    internal sealed partial class Image
    {
        public string Uri = "", Title = "";
        public int Width, Height;
        public Size Size;
    }

    [MemoryPackable]
    internal sealed partial class MediaContent
    {
        public Media? Media;
        public Image[] Images = [];
    }

    [MemoryPackable]
    internal sealed partial class StructList
    {
        public NumericStruct[] Values = [];
    }

    [MemoryPackable]
    internal sealed partial class SampleList
    {
        public Sample[] Values = [];
    }

    [MemoryPackable]
    internal sealed partial class MediaContentList
    {
        public MediaContent[] Values = [];
    }
}
