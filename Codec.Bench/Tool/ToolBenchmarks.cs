extern alias packets;

using Codec.Capture;
using Chat = packets::Game.Chat;

namespace Codec.Bench.Tool;

/// <summary>
/// How long does the tool take for a capture of 1 GB with packets of 1 KB? Each process must also stay below 200 MB of memory. Conclusion: some
/// seconds. The memory does not depend on the size of the capture.
/// </summary>
[Needs("/bin/sh")]
public class ToolBenchmarks
{
    private const int Packets = 1 << 20;
    private const int PacketSize = 1024;
    private const long MaxMemory = 200L * 1024 * 1024;

    // All measuring processes share the file. An unfinished file has another name.
    private readonly string _capture = Programs.TemporaryFile(SmokeRun.IsActive ? "tool-smoke.pcapng" : "tool.pcapng");
    private readonly string _schema = Path.Combine(Programs.Root, "schemas", "game.fbs");

    [GlobalSetup]
    public void Setup()
    {
        if (File.Exists(_capture))
        {
            return;
        }

        string unfinished = _capture + ".unfinished";
        using (CaptureWriter writer = CaptureWriter.Create(unfinished))
        {
            Chat chat = new() { Sender = "Ann", Text = new string('x', PacketSize - 60) };
            int count = SmokeRun.Packets(Packets);
            for (int i = 0; i < count; i++)
            {
                writer.Write(chat, i % 2 == 0 ? CaptureDirection.Outbound : CaptureDirection.Inbound);
            }
        }

        File.Move(unfinished, _capture, overwrite: true);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void Inspect() => ToolProcess.Run(MaxMemory, "inspect", _capture, "--schema", _schema);

    [Benchmark(OperationsPerInvoke = Packets)]
    public void Decode() => ToolProcess.Run(MaxMemory, "decode", _capture, "--schema", _schema);

    [Benchmark(OperationsPerInvoke = Packets)]
    public void Stats() => ToolProcess.Run(MaxMemory, "stats", _capture, "--schema", _schema);
}
