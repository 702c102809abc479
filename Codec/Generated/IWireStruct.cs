namespace Codec.Generated;

/// <summary>Marks a struct of a schema, whose memory has the layout of the wire.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IWireStruct;
