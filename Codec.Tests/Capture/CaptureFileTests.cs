using System.IO;
using System.IO.Pipes;
using Codec.Capture;
using NUnit.Framework;

namespace Codec.Tests.Capture;

/// <summary>Tests what <see cref="CaptureFile"/> does with files that are not regular files.</summary>
[TestFixture]
internal sealed class CaptureFileTests
{
    [Test]
    [Platform("Linux", Reason = "the test opens a pipe by a path")]
    public void A_pipe_is_rejected_with_the_alternative()
    {
        using AnonymousPipeServerStream pipe = new(PipeDirection.Out);
        pipe.Write("12345678"u8);
        string path = $"/proc/self/fd/{pipe.GetClientHandleAsString()}";
        Assert.That(
            () => CaptureFile.OpenRead(path),
            Throws.InstanceOf<IOException>().With.Message.EqualTo($"{path} is not seekable, as a pipe is not. Use new CaptureReader(stream) to read it."));
    }
}
