using System;
using System.IO;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A stream that calls back before it reads what the first write gives it.</summary>
internal sealed class CallbackStream(Action onFirstWrite) : TestStream
{
    private readonly MemoryStream _written = new();
    private bool _wasCalled;

    public override bool CanRead => false;

    public byte[] Written => _written.ToArray();

    public override void Write(byte[] buffer, int offset, int count)
    {
        if (!_wasCalled)
        {
            _wasCalled = true;
            onFirstWrite();
        }

        _written.Write(buffer, offset, count);
    }

    protected override void Dispose(bool disposing)
    {
        _written.Dispose();
        base.Dispose(disposing);
    }
}
