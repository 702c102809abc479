using WebLog;

namespace Codec.Bench.Arenas;

/// <summary>The seeded data of <c>log.fbs</c>, and the generated code that reads them in place.</summary>
internal static class LogCodec
{
    private const int Seed = 80;
    private const int Count = 10_000;

    // The share of 3-digit statuses, methods and paths is uneven, as in a real log.
    private static readonly string[] Users = ["-", "-", "-", "amara", "bo", "cheng", "dmitri", "elise", "fatou", "gus"];
    private static readonly string[] Methods = ["GET", "GET", "GET", "GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS"];
    private static readonly string[] Paths = ["/", "/search", "/fonts/plain.woff2", "/api/v2/session", "/images/header-wide.png", "/assets/app.min.js", "/robots.txt"];
    private static readonly ushort[] Codes = [200, 200, 200, 204, 301, 304, 304, 400, 403, 404, 429, 500, 503];

    internal static CodecSide<Lines> Side() => new(
        Make(),
        payload => Lines.View.TryCreate(payload, out Lines.View view) ? Sum(view) : 0,
        payload => Lines.View.TryCreateVerified(payload, out Lines.View view) ? Sum(view) : 0);

    private static Lines Make()
    {
        Random random = new(Seed);
        Lines lines = new() { All = new() };
        DateTime time = new(2024, 2, 27, 22, 15, 0, DateTimeKind.Utc);
        for (int i = 0; i < Count; i++)
        {
            time = time.AddSeconds(random.Next(90));
            lines.All.Add(new Line
            {
                Address = new Address { X0 = Byte(), X1 = Byte(), X2 = Byte(), X3 = Byte() },
                Identity = "-",
                Userid = One(Users),
                Date = time.ToString("dd/MMM/yyyy:HH:mm:ss", CultureInfo.InvariantCulture) + " +0000",
                Request = $"{One(Methods)} {One(Paths)} HTTP/{One<string>(["1.0", "1.1", "2"])}",
                Code = One(Codes),
                Bytes = (ulong)random.Next(1 << random.Next(1, 30)),
            });
        }

        return lines;

        byte Byte() => (byte)random.Next(256);
        T One<T>(T[] values) => values[random.Next(values.Length)];
    }

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
