using System.Globalization;
using System.Text;

namespace Codec.Framing;

/// <summary>What is known of a rejected packet, for <see cref="InvalidPacketException"/>. C++'s RejectedPacket has the same facts and words.</summary>
/// <param name="id">The id.</param>
/// <param name="size">The size of the payload that the header declares, in bytes.</param>
internal sealed class RejectedPacket(uint id, long size)
{
    internal uint Id => id;
    internal long Size => size;
    internal string? Name { get; init; }
    internal int Limit { get; init; } = int.MaxValue;
    internal string? Direction { get; init; }
    internal string? Field { get; init; }

    /// <summary>Returns a text such as <c>Game.Chat (id 20), 48 of at most 2000 bytes, ToServer, in the field sender</c>.</summary>
    public override string ToString()
    {
        StringBuilder text = new();
        _ = text.AppendFormat(CultureInfo.InvariantCulture, Name is null ? "id {0}, {1}" : "{2} (id {0}), {1}", id, size, Name);
        if (Limit != int.MaxValue)
        {
            _ = text.AppendFormat(CultureInfo.InvariantCulture, " of at most {0}", Limit);
        }

        return text.Append(" bytes").Append(Direction is null ? "" : ", " + Direction).Append(Field is null ? "" : ", in the field " + Field).ToString();
    }
}
