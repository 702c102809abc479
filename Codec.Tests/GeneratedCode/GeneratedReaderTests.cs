using Codec.Generated;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

public sealed class GeneratedReaderTests
{
    [Test]
    public void An_offset_that_is_not_set_has_no_target()
    {
        byte[] payload = [4, 0, 0, 0, 1, 2, 3, 4];
        Assert.That(GeneratedReader.Struct(payload, 0, 4), Is.Zero);
        Assert.That(GeneratedReader.Bytes(payload, 0).IsEmpty, Is.True);
    }
}
