using System;
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
    public void Invalid_arguments_and_files_that_cannot_be_read_throw_the_documented_exceptions()
    {
        Assert.That(() => CaptureFile.OpenRead(null!), Throws.ArgumentNullException);
        Assert.That(() => CaptureFile.OpenRead(""), Throws.ArgumentException);
        Assert.That(() => CaptureFile.OpenRead(Path.GetTempPath()), Throws.InstanceOf<UnauthorizedAccessException>());
        string path = Path.GetTempFileName();
        try
        {
            CaptureReaderOptions options = new() { MaxPacketSize = 0 };
            Assert.That(() => CaptureFile.OpenRead(path, options), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose(), Throws.Nothing);
        }
        finally
        {
            File.Delete(path);
        }

        Assert.That(() => CaptureFile.OpenRead(path), Throws.InstanceOf<FileNotFoundException>());
    }

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
