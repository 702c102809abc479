namespace Codec.Bench.Serializers.Objects;

/// <summary>A message that was read as objects.</summary>
public interface IFieldSum
{
    /// <summary>Returns the sum of all fields, which is the same for each serializer.</summary>
    double Sum();

    internal static int Of(string text) => text.Length == 0 ? 0 : text.Length + text[0];
}
