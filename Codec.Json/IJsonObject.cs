using System.ComponentModel;

namespace Codec.Json;

/// <summary>A generated table or struct that can be read and written as a JSON object. Call <see cref="PayloadJson"/> to do so.</summary>
public interface IJsonObject
{
    /// <summary>Writes the fields. For generated code.</summary>
    /// <param name="json">The writer.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    void WriteFields(GeneratedJsonWriter json);

    /// <summary>Reads the next fields. For generated code.</summary>
    /// <param name="json">The reader.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    void ReadFields(ref GeneratedJsonReader json);
}
