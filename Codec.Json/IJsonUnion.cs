using System.ComponentModel;

namespace Codec.Json;

/// <summary>A generated union that can be read and written as JSON. For generated code.</summary>
/// <typeparam name="T">The union itself.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IJsonUnion<T>
    where T : struct
{
    /// <summary>Gets the names of the members.</summary>
    GeneratedJsonNames MemberNames { get; }

    /// <summary>Gets the number of the member; 0 if there is no value.</summary>
    long MemberNumber { get; }

    /// <summary>Writes the value.</summary>
    /// <param name="json">The writer.</param>
    void WriteMember(GeneratedJsonWriter json);

    /// <summary>Reads a value.</summary>
    /// <param name="json">The reader.</param>
    /// <param name="number">The number of the member.</param>
    /// <returns>The value; the default if the union has no such member.</returns>
    T ReadMember(ref GeneratedJsonReader json, long number);
}
