namespace Codec.Bench.Transport;

/// <summary>The echo server of cpp/examples on a free loopback port. It is built below artifacts/bench if it is not up to date.</summary>
internal sealed class CppServer : IDisposable
{
    private const string Folder = "artifacts/bench/server";

    private readonly WorkerProcess _process;

    internal CppServer()
    {
        Programs.Run("cmake", "-S", "cpp", "-B", Folder, "-DCMAKE_BUILD_TYPE=Release", "-DCODEC_EXAMPLES=ON", "-DCODEC_TESTS=OFF", $"-DCODEC_COMMAND=dotnet;{Programs.Tool}");
        Programs.Run("cmake", "--build", Folder, "--target", "codec_server");
        _process = new WorkerProcess("C++ server", Path.Combine(Programs.Root, Folder, "examples/codec_server"), "echo", "0");
        string port = _process.Answer("the start").Split(' ')[^1];
        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(port, CultureInfo.InvariantCulture));
    }

    internal IPEndPoint EndPoint { get; }

    public void Dispose() => _process.Dispose();
}
