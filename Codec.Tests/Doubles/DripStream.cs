namespace Codec.Tests.Doubles;

/// <summary>A stream that returns a limited number of bytes per read, has no length or position, and overrides only the array overloads.</summary>
internal sealed class DripStream(byte[] bytes, int most) : TestStream
{
    private int _position;

    public override bool CanWrite => false;

    public int Reads { get; private set; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        Reads++;
        int read = Math.Min(Math.Min(count, most), bytes.Length - _position);
        Array.Copy(bytes, _position, buffer, offset, read);
        _position += read;
        return read;
    }
}
