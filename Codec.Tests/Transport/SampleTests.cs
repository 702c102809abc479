using System;
using System.Diagnostics;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests the sample client, started as a user starts it, with the C++ server.</summary>
[TestFixture]
public sealed class SampleTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    [Test]
    public void Chat_client_gets_back_what_it_said_to_the_echo_server()
    {
        using CppServer server = new("echo");

        string output = ExternalProgram.RunSuccessfully("dotnet", ChatClient.Path, $"{server.EndPoint.Port}", "say", "Ann", "hello", "how are you?");

        Assert.That(output.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: how are you?\n"));
        Assert.That(server.Kill(), Is.Empty);
    }

    [Test]
    public async Task Chat_client_hears_what_another_one_said_to_the_fan_out_server()
    {
        using CppServer server = new("fanout");
        using Process listener = ExternalProgram.Start("dotnet", [ChatClient.Path, $"{server.EndPoint.Port}", "listen", "2"], redirectInput: false);
        Assert.That(await listener.StandardOutput.ReadLineAsync().WaitAsync(Limit), Is.EqualTo("ready"));

        ExternalProgram.RunSuccessfully("dotnet", ChatClient.Path, $"{server.EndPoint.Port}", "say", "Ann", "hello", "bye");

        string heard = await listener.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        await listener.WaitForExitAsync().WaitAsync(Limit);
        Assert.That(heard.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: bye\n"), await listener.StandardError.ReadToEndAsync());
        Assert.That(listener.ExitCode, Is.Zero);
        Assert.That(server.Kill(), Is.Empty);
    }
}
