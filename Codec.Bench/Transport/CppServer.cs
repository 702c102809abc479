namespace Codec.Bench.Transport;

/// <summary>The echo server of cpp/examples on a free loopback port. It is built below artifacts/bench if it is not up to date.</summary>
internal sealed class CppServer : IDisposable
{
    private const string Folder = "artifacts/bench/server";
    private const string Announcement = "listening on ";

    private readonly Process _process;

    internal CppServer()
    {
        Programs.Run("cmake", "-S", "cpp", "-B", Folder, "-DCMAKE_BUILD_TYPE=Release", "-DCODEC_EXAMPLES=ON", "-DCODEC_TESTS=OFF");
        Programs.Run("cmake", "--build", Folder, "--target", "codec_server");
        string program = Path.Combine(Programs.Root, Folder, "examples/codec_server");
        _process = Process.Start(new ProcessStartInfo(program, ["echo", "0"]) { RedirectStandardOutput = true })!;
        string line = _process.StandardOutput.ReadLine() ?? string.Empty;
        if (!line.StartsWith(Announcement, StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"The server printed '{line}' instead of the address that it listens on.");
        }

        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(line.AsSpan(Announcement.Length), CultureInfo.InvariantCulture));
    }

    internal IPEndPoint EndPoint { get; }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
