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
    public void Chat_client_receives_its_own_messages_from_the_echo_server()
    {
        using CppServer server = new("echo");

        string output = ExternalProgram.RunSuccessfully("dotnet", ChatClient.Path, $"{server.EndPoint.Port}", "say", "Ann", "hello", "how are you?");

        Assert.That(output.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: how are you?\n"));
        Assert.That(server.Kill(), Is.Empty);
    }

    [Test]
    public async Task Chat_client_receives_the_messages_of_another_client_from_the_fan_out_server()
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
