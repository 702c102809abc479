using System.ComponentModel;

namespace Codec.Json;

/// <summary>A generated table or struct that is a JSON object. Generated types implement it; call <see cref="PayloadJson"/> instead.</summary>
public interface IJsonObject
{
    /// <summary>Writes the fields. For generated code.</summary>
    /// <param name="json">Where to write.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    void WriteFields(GeneratedJsonWriter json);

    /// <summary>Reads the fields that come next. For generated code.</summary>
    /// <param name="json">Where to read.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    void ReadFields(ref GeneratedJsonReader json);
}
