namespace Codec.Tests.Unity;

/// <summary>Tests the C# of the WebGL transport with a library that takes the place of the JavaScript.</summary>
internal sealed class WebGLTransportTests : TestFolderFixture
{
    // The last character of the address is the state of the WebSocket. One byte has been received.
    private const string Library = """
        #include <cstring>

        static int state;
        static int waiting;

        extern "C" {
        int CodecWebSocketOpen(const char* address, int, int) { state = address[std::strlen(address) - 1] - '0'; waiting = state == 5 ? 0 : 1; return 1; }
        int CodecWebSocketState(int) { return state; }
        int CodecWebSocketReceive(int, unsigned char* destination, int) { destination[0] = 7; return waiting > 0 ? waiting-- : 0; }
        int CodecWebSocketSend(int, const void*, int) { return 0; }
        void CodecWebSocketReason(int, char* destination, int) { std::strcpy(destination, "the reason"); }
        void CodecWebSocketClose(int) { }
        }
        """;

    private const string Program = """
        using System;
        using Codec.Transport;
        using Codec.Unity;

        public static class Program
        {
            public static string Run(string address)
            {
                string events = "";
                try
                {
                    using IPacketClientTransport transport = WebGLTransport.ConnectAsync(new Uri(address), PacketClientOptions.Default, default).Result;
                    events += "connected";
                    while (transport.TryReceive(out ArraySegment<byte> bytes))
                    {
                        events += bytes.Count == 0 ? ", ended" : ", received " + bytes[0];
                        if (bytes.Count == 0)
                        {
                            break;
                        }
                    }
                }
                catch (Exception exception)
                {
                    events += ", " + exception.GetType().Name + " " + exception.Message;
                }

                return events;
            }
        }
        """;

    [Test]
    [Platform("Linux", Reason = "the test builds a library for Linux")]
    public void Bytes_that_were_received_before_the_end_are_returned_also_if_it_arrives_in_the_frame_of_the_connection()
    {
        ExternalProgram.Require("g++", "node");
        AssemblyLoadContext context = new("unity-webgl", isCollectible: true);
        string library = Put("library.cpp", Library);
        ExternalProgram.RunSuccessfully("g++", "-shared", "-fPIC", "-o", InFolder("__Internal.so"), library);
        Dictionary<string, string> sources = UnityCompiler.Sources("Runtime");
        sources.Add("Program.cs", Program);
        string program = UnityCompiler.Compile(InFolder("Program.dll"), sources, UnityPackage.RuntimeAssemblies, "UNITY_WEBGL");
        context.Resolving += (loaded, name) => UnityPackage.RuntimeAssemblies
            .Where(path => Path.GetFileNameWithoutExtension(path) == name.Name).Select(loaded.LoadFromAssemblyPath).FirstOrDefault();
        Func<string, string> run = context.LoadFromAssemblyPath(program).GetType("Program")!.GetMethod("Run")!.CreateDelegate<Func<string, string>>();
        Assert.That(run("ws://game/1"), Is.EqualTo("connected, received 7"));
        Assert.That(run("ws://game/2"), Is.EqualTo("connected, received 7, ended"));
        Assert.That(run("ws://game/3"), Is.EqualTo("connected, received 7, IOException the reason"));
        Assert.That(run("ws://game/4"), Is.EqualTo("connected, received 7, InvalidPacketException the reason"));
        Assert.That(run("ws://game/5"), Is.EqualTo(", IOException the reason"));
        context.Unload();
    }
}
