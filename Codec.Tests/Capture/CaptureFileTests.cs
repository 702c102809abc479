using System.IO.Pipes;

namespace Codec.Tests.Capture;

/// <summary>Tests what captures are in the file system, and which files cannot be read.</summary>
internal sealed class CaptureFileTests : TestFolderFixture
{
    [Test]
    public void Invalid_arguments_and_files_that_cannot_be_read_throw_the_documented_exceptions()
    {
        Assert.That(() => CaptureFile.OpenRead(null!), Throws.ArgumentNullException);
        Assert.That(() => CaptureFile.OpenRead(""), Throws.ArgumentException);
        Assert.That(() => CaptureFile.OpenRead(Path.GetTempPath()), Throws.InstanceOf<UnauthorizedAccessException>());
        string path = InFolder("game.pcapng");
        Assert.That(() => CaptureFile.OpenRead(path), Throws.InstanceOf<FileNotFoundException>());
        File.WriteAllBytes(path, []);
        CaptureReaderOptions options = new() { MaxPacketSize = 0 };
        Assert.That(() => CaptureFile.OpenRead(path, options), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose(), Throws.Nothing);
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

    [Test]
    public void Unused_preallocated_space_is_released_on_dispose()
    {
        string path = InFolder("game.pcapng");
        using (CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { PreallocationSize = 8 << 20 }))
        {
            writer.Append(new byte[1000], CaptureDirection.Inbound);
        }

        Assert.That(new FileInfo(path).Length, Is.InRange(1_000, 2_000));
        if (OperatingSystem.IsLinux())
        {
            // The length of a file does not include the space that is allocated after its end. A block has 512 bytes.
            ExternalProgram.Require("stat");
            Assert.That(int.Parse(ExternalProgram.RunSuccessfully("stat", "--format=%b", path), CultureInfo.InvariantCulture), Is.LessThan(1024));
        }
    }
}
