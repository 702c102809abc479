extern alias packets;

using packets::Game;

namespace Codec.Tests.Transport;

/// <summary>The C++ server of cpp/examples, running on a free loopback port.</summary>
public sealed class CppServer : IDisposable
{
    private const string Announcement = "listening on ";

    // Runs a program in the shell's process, and kills it when the input ends. The input of a killed test process ends too.
    private const string KilledAtEndOfInput = "exec 3<&0; (read _ <&3; kill $$) >/dev/null 2>&1 & exec \"$0\" \"$@\" 3<&-";

    private readonly Process _process;

    /// <summary>Starts the server.</summary>
    /// <param name="mode">"echo", "fanout" or "chat".</param>
    public CppServer(string mode)
    {
        string server = PathOf("codec_server");
        string[] arguments = [mode, "0", "10"];
        _process = OperatingSystem.IsWindows()
            ? ExternalProgram.Start(server, arguments, redirectInput: false)
            : ExternalProgram.Start("sh", ["-c", KilledAtEndOfInput, server, .. arguments], redirectInput: true);
        string? line = _process.StandardOutput.ReadLine();
        Assert.That(line, Does.StartWith(Announcement));
        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(line![Announcement.Length..], CultureInfo.InvariantCulture));
    }

    public IPEndPoint EndPoint { get; }

    /// <summary>Returns the path of a program of cpp/examples, which is built if it is not up to date.</summary>
    public static string PathOf(string program)
    {
        ExternalProgram.Require("asio.hpp");
        return CppPrograms.Build("examples", program);
    }

    /// <summary>Sends chat packets of Ann to a server that sends packets back, and returns what it sends.</summary>
    public static async Task<List<string>> EchoAsync(IPEndPoint server, params string[] texts)
    {
        await using PacketConnection connection = await PacketConnection.ConnectAsync(server);
        foreach (string text in texts)
        {
            await connection.SendAsync(new Chat { Sender = "Ann", Text = text });
        }

        await connection.CompleteAsync();
        List<string> answers = [];
        PacketRoutes<PacketConnection> routes = new();
        routes.AddChat((_, chat) => answers.Add($"{chat.Sender}: {chat.Text}"));
        using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.ToClient);
        await connection.RunAsync(dispatcher).WaitAsync(TimeSpan.FromMinutes(1));
        return answers;
    }

    /// <summary>Asks the process to end. A no-op on Windows, which cannot.</summary>
    public void Terminate() => ProcessStop.Terminate(_process);

    /// <summary>Stops the process without ending it. A no-op on Windows, which cannot.</summary>
    public void Stop() => ProcessStop.Stop(_process);

    /// <summary>Ends the process, and returns its messages about connections that it closed.</summary>
    public string Kill()
    {
        _process.Kill();
        string log = _process.StandardError.ReadToEnd();
        _process.WaitForExit();
        return log;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _process.Dispose();
    }
}
