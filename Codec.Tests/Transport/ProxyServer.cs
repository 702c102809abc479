namespace Codec.Tests.Transport;

/// <summary>HAProxy or nginx, which forwards connections from a free loopback port.</summary>
public sealed class ProxyServer : IDisposable
{
    // Runs a program in the shell's process, and kills it when the input ends. The input of a killed test process ends too.
    private const string KilledAtEndOfInput = "exec 3<&0; (read _ <&3; kill $$) >/dev/null 2>&1 & exec \"$0\" \"$@\" 3<&-";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("codec-proxy");
    private readonly Process _process;

    /// <summary>Starts the program.</summary>
    /// <param name="program">"haproxy" or "nginx".</param>
    /// <param name="option">HAProxy's option of its server, such as "send-proxy".</param>
    /// <param name="server">The server behind the proxy.</param>
    public ProxyServer(string program, string option, EndPoint server)
    {
        ExternalProgram.Require(program == "nginx" ? ["nginx", "ngx_stream_module.so"] : [program]);

        // Neither program can let the system choose the port.
        using (Socket free = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))
        {
            free.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            EndPoint = (IPEndPoint)free.LocalEndPoint!;
        }

        string file = Path.Combine(_folder.FullName, "conf");
        File.WriteAllText(file, program == "haproxy" ? HAProxy(option, server) : Nginx(server));
        string[] arguments = program == "haproxy" ? ["-db", "-f", file] : ["-p", _folder.FullName, "-e", "stderr", "-c", file];
        _process = ExternalProgram.Start("sh", ["-c", KilledAtEndOfInput, program, .. arguments], redirectInput: true);
    }

    private IPEndPoint EndPoint { get; }

    /// <summary>Connects to the proxy, as soon as it listens.</summary>
    public async Task<Socket> ConnectAsync()
    {
        for (DateTime end = DateTime.UtcNow.AddSeconds(30); ;)
        {
            Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                await client.ConnectAsync(EndPoint);
                return client;
            }
            catch (SocketException) when (DateTime.UtcNow < end && !_process.HasExited)
            {
                client.Dispose();
                await Task.Delay(20);
            }
        }
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _folder.Delete(recursive: true);
    }

    private string HAProxy(string option, EndPoint server) =>
        $"""
        defaults
          mode tcp
          timeout connect 10s
          timeout client 30s
          timeout server 30s
        listen game
          bind {EndPoint}
          server game {server} {option}

        """;

    private string Nginx(EndPoint server) =>
        $"load_module /usr/lib/nginx/modules/ngx_stream_module.so; daemon off; master_process off; pid {_folder.FullName}/pid; error_log stderr; events {{ }} "
        + $"stream {{ server {{ listen {EndPoint}; proxy_pass {server}; proxy_protocol on; proxy_half_close on; }} }}";
}
