namespace Google.FlatBuffers;

/// <summary>
/// Sizes of the format, and one marker method for each published version of flatc. Generated code calls the marker method of the flatc that
/// generated it. It therefore does not compile with a runtime that does not support that version.
/// </summary>
public static class FlatBufferConstants
{
    /// <summary>The size of a file identifier in bytes.</summary>
    public const int FileIdentifierLength = 4;

    /// <summary>The size of a size prefix in bytes.</summary>
    public const int SizePrefixLength = 4;

    /// <summary>Called by generated code of flatc 2.0.8.</summary>
    public static void FLATBUFFERS_2_0_8()
    {
    }

    /// <summary>Called by generated code of flatc 22.9.24.</summary>
    public static void FLATBUFFERS_22_9_24()
    {
    }

    /// <summary>Called by generated code of flatc 22.9.29.</summary>
    public static void FLATBUFFERS_22_9_29()
    {
    }

    /// <summary>Called by generated code of flatc 22.10.25.</summary>
    public static void FLATBUFFERS_22_10_25()
    {
    }

    /// <summary>Called by generated code of flatc 22.10.26.</summary>
    public static void FLATBUFFERS_22_10_26()
    {
    }

    /// <summary>Called by generated code of flatc 22.11.22.</summary>
    public static void FLATBUFFERS_22_11_22()
    {
    }

    /// <summary>Called by generated code of flatc 22.11.23.</summary>
    public static void FLATBUFFERS_22_11_23()
    {
    }

    /// <summary>Called by generated code of flatc 22.12.06.</summary>
    public static void FLATBUFFERS_22_12_06()
    {
    }

    /// <summary>Called by generated code of flatc 22.12.06. The name has no zero before the 6.</summary>
    public static void FLATBUFFERS_22_12_6()
    {
    }

    /// <summary>Called by generated code of flatc 23.1.4.</summary>
    public static void FLATBUFFERS_23_1_4()
    {
    }

    /// <summary>Called by generated code of flatc 23.1.20.</summary>
    public static void FLATBUFFERS_23_1_20()
    {
    }

    /// <summary>Called by generated code of flatc 23.1.21.</summary>
    public static void FLATBUFFERS_23_1_21()
    {
    }

    /// <summary>Called by generated code of flatc 23.3.3.</summary>
    public static void FLATBUFFERS_23_3_3()
    {
    }

    /// <summary>Called by generated code of flatc 23.5.8.</summary>
    public static void FLATBUFFERS_23_5_8()
    {
    }

    /// <summary>Called by generated code of flatc 23.5.9.</summary>
    public static void FLATBUFFERS_23_5_9()
    {
    }

    /// <summary>Called by generated code of flatc 23.5.26.</summary>
    public static void FLATBUFFERS_23_5_26()
    {
    }

    /// <summary>Called by generated code of flatc 24.3.6.</summary>
    public static void FLATBUFFERS_24_3_6()
    {
    }

    /// <summary>Called by generated code of flatc 24.3.7.</summary>
    public static void FLATBUFFERS_24_3_7()
    {
    }

    /// <summary>Called by generated code of flatc 24.3.25.</summary>
    public static void FLATBUFFERS_24_3_25()
    {
    }

    /// <summary>Called by generated code of flatc 24.12.23.</summary>
    public static void FLATBUFFERS_24_12_23()
    {
    }

    /// <summary>Called by generated code of flatc 25.1.21.</summary>
    public static void FLATBUFFERS_25_1_21()
    {
    }

    /// <summary>Called by generated code of flatc 25.1.24.</summary>
    public static void FLATBUFFERS_25_1_24()
    {
    }

    /// <summary>Called by generated code of flatc 25.2.10.</summary>
    public static void FLATBUFFERS_25_2_10()
    {
    }

    /// <summary>Called by generated code of flatc 25.9.23.</summary>
    public static void FLATBUFFERS_25_9_23()
    {
    }

    /// <summary>Called by generated code of flatc 25.12.19.</summary>
    public static void FLATBUFFERS_25_12_19()
    {
    }
}
