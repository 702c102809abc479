namespace Google.FlatBuffers;

/// <summary>The state of a builder.</summary>
internal enum BuilderState
{
    /// <summary>No object is open.</summary>
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
