namespace Codec.Capture;

/// <summary>The result of reading a capture.</summary>
public enum CaptureStatus : byte
{
    /// <summary>A packet.</summary>
    Packet = 0,

    /// <summary>The capture ended, and is complete.</summary>
    End = 1,

    /// <summary>The capture is truncated. All complete records were read. The reader has the offset and the number of lost bytes.</summary>
    Truncated = 2,

    /// <summary>The capture is damaged. All records before the damage were read. The reader has the error and its offset.</summary>
    Invalid = 3,
}
