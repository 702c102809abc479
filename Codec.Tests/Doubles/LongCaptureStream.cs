namespace Codec.Tests.Doubles;

/// <summary>A capture of any length, generated while it is read: a start, followed by repetitions of the same bytes.</summary>
internal sealed class LongCaptureStream(byte[] begin, byte[] piece, long repetitions) : TestStream
{
    private long _position;

    public override bool CanWrite => false;

    public override long Length => begin.Length + (piece.Length * repetitions);

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        int read = 0;
        while (read < count && _position < Length)
        {
            byte[] source = _position < begin.Length ? begin : piece;
            int from = (int)(_position < begin.Length ? _position : (_position - begin.Length) % piece.Length);
            int some = Math.Min(count - read, source.Length - from);
            Buffer.BlockCopy(source, from, buffer, offset + read, some);
            read += some;
            _position += some;
        }

        return read;
    }
}
