namespace Google.FlatBuffers;

/// <summary>
/// Sizes of the format, and one marker method for each published version of flatc: generated code calls the one of the flatc that wrote it,
/// so that it does not compile against a runtime that does not know it.
/// </summary>
public static class FlatBufferConstants
{
    /// <summary>The bytes of a file identifier.</summary>
    public const int FileIdentifierLength = 4;

    /// <summary>The bytes of a size prefix.</summary>
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

    /// <summary>Called by generated code of flatc 22.12.06, in its version without the zero.</summary>
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
