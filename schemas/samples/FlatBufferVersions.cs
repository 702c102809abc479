namespace Google.FlatBuffers;

/// <summary>
/// Lets the code of flatc 25.12.19 compile with the package 25.2.10. It calls a method with the name of its own version, which another version of the package lacks.
/// </summary>
internal static class FlatBufferVersions
{
    extension(FlatBufferConstants)
    {
        public static void FLATBUFFERS_25_12_19()
        {
        }
    }
}
