using WebLog;

namespace Codec.Bench.Arenas;

internal static class LogCodec
{
    internal static CodecSide<Lines> Side(Lines data) => new(
        data,
        payload => Lines.View.TryCreate(payload, out Lines.View view) ? Sum(view) : 0,
        payload => Lines.View.TryCreateVerified(payload, out Lines.View view) ? Sum(view) : 0);

    private static ulong Sum(Lines.View lines)
    {
        ulong sum = 0;
        foreach (Line.View line in lines.All)
        {
            Address address = line.Address.GetValueOrDefault();
            sum += (ulong)(address.X0 + address.X1 + address.X2 + address.X3) + FieldBits.Of(line.IdentityUtf8) + FieldBits.Of(line.UseridUtf8)
                + FieldBits.Of(line.DateUtf8) + FieldBits.Of(line.RequestUtf8) + line.Code + line.Bytes;
        }

        return sum;
    }
}
