namespace Codec.Capture;

/// <summary>What reading on in a capture gave.</summary>
public enum CaptureStatus : byte
{
    /// <summary>A packet.</summary>
    Packet = 0,

    /// <summary>The capture ended, whole.</summary>
    End = 1,

    /// <summary>The capture was cut off; everything before was given. The reader says where and how much is lost.</summary>
    Truncated = 2,

    /// <summary>The capture is damaged. All records before the damage were read. The reader has the error and its offset.</summary>
    Invalid = 3,
}
