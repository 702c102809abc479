using Fory;

namespace Codec.Bench.Arenas;

/// <summary>The classes of <c>fory.fbs</c> for MemoryPack.</summary>
internal static partial class ForyObjects
{
    [MemoryPackable]
    internal sealed partial class NumericStruct
    {
        public int F1 { get; set; }
        public int F2 { get; set; }
        public int F3 { get; set; }
        public int F4 { get; set; }
        public int F5 { get; set; }
        public int F6 { get; set; }
        public int F7 { get; set; }
        public int F8 { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class Sample
    {
        public int IntValue { get; set; }
        public long LongValue { get; set; }
        public float FloatValue { get; set; }
        public double DoubleValue { get; set; }
        public int ShortValue { get; set; }
        public int CharValue { get; set; }
        public bool BooleanValue { get; set; }
        public int IntValueBoxed { get; set; }
        public long LongValueBoxed { get; set; }
        public float FloatValueBoxed { get; set; }
        public double DoubleValueBoxed { get; set; }
        public int ShortValueBoxed { get; set; }
        public int CharValueBoxed { get; set; }
        public bool BooleanValueBoxed { get; set; }
        public int[] IntArray { get; set; } = [];
        public long[] LongArray { get; set; } = [];
        public float[] FloatArray { get; set; } = [];
        public double[] DoubleArray { get; set; } = [];
        public int[] ShortArray { get; set; } = [];
        public int[] CharArray { get; set; } = [];
        public bool[] BooleanArray { get; set; } = [];
        public string Text { get; set; } = "";
    }

    [MemoryPackable]
    internal sealed partial class Media
    {
        public string Uri { get; set; } = "";
        public string Title { get; set; } = "";
        public int Width { get; set; }
        public int Height { get; set; }
        public string Format { get; set; } = "";
        public long Duration { get; set; }
        public long Bytes { get; set; }
        public int Bitrate { get; set; }
        public bool HasBitrate { get; set; }
        public string[] Persons { get; set; } = [];
        public Player Player { get; set; }
        public string Copyright { get; set; } = "";
    }

    [MemoryPackable]
    internal sealed partial class Image
    {
        public string Uri { get; set; } = "";
        public string Title { get; set; } = "";
        public int Width { get; set; }
        public int Height { get; set; }
        public Size Size { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class MediaContent
    {
        public Media? Media { get; set; }
        public Image[] Images { get; set; } = [];
    }

    [MemoryPackable]
    internal sealed partial class StructList
    {
        public NumericStruct[] Values { get; set; } = [];
    }

    [MemoryPackable]
    internal sealed partial class SampleList
    {
        public Sample[] Values { get; set; } = [];
    }

    [MemoryPackable]
    internal sealed partial class MediaContentList
    {
        public MediaContent[] Values { get; set; } = [];
    }
}
