namespace Google.FlatBuffers;

/// <summary>What a builder is in the middle of.</summary>
internal enum BuilderState
{
    /// <summary>Between objects.</summary>
    Idle,

    /// <summary>After StartTable, before EndTable.</summary>
    InTable,

    /// <summary>After StartVector, before EndVector.</summary>
    InVector,

    /// <summary>After Finish.</summary>
    Finished,

    /// <summary>After another builder took over the buffer.</summary>
    Lost,
}
