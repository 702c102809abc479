namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Runs a C++ program, which it can compile in a temporary directory, until it is disposed. The program answers blocks of payloads. The protocol is
/// described in cpp/tests/generated/blocks.hpp.
/// </summary>
internal sealed class BlockProgram : IDisposable
{
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("codec-cpp");
    private Process? _process;

    /// <summary>Gets the compiler options for sanitizers, which end the program at an invalid access or undefined behavior.</summary>
    public static IReadOnlyList<string> Sanitizers { get; } = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

    public string DirectoryName => _directory.FullName;

    public string PathOf(string name) => Path.Combine(_directory.FullName, name);

    /// <summary>Compiles <c>main.cpp</c> and starts the program.</summary>
    public void Start(params IEnumerable<string> options)
    {
        CppCompiler.Compile(PathOf("main.cpp"), PathOf("main"), ["-std=c++17", "-I", DirectoryName, "-I", Repository.PathOf("cpp", "tests", "generated"), .. options]);
        Run(PathOf("main"));
    }

    /// <summary>Starts a program that has been compiled.</summary>
    public void Run(string path) => _process = ExternalProgram.Start(path, [], redirectInput: true);

    /// <summary>Returns the answers to payloads.</summary>
    public byte[] Ask(int question, int root, IEnumerable<byte[]> payloads)
    {
        PayloadBlock block = new();
        foreach (byte[] payload in payloads)
        {
            block.Add(payload);
        }

        return AskAsync(question, root, block.Count, block.Bytes).GetAwaiter().GetResult();
    }

    /// <summary>Ends the input, and checks that the program then exits successfully.</summary>
    public void Complete()
    {
        _process!.StandardInput.Close();
        string errors = _process.StandardError.ReadToEnd();
        _process.WaitForExit();
        Assert.That(_process.ExitCode, Is.Zero, errors);
    }

    /// <summary>Sends a block. The caller must await its answers before it sends the next block.</summary>
    /// <param name="question">The number of the question.</param>
    /// <param name="root">The number of the root.</param>
    /// <param name="count">The number of payloads.</param>
    /// <param name="payloads">The payloads. Each is preceded by its size in 4 bytes.</param>
    /// <returns>The answers.</returns>
    public Task<byte[]> AskAsync(int question, int root, int count, ReadOnlySpan<byte> payloads)
    {
        Stream input = _process!.StandardInput.BaseStream;
        try
        {
            Span<byte> head = stackalloc byte[16];
            BinaryPrimitives.WriteInt32LittleEndian(head, question);
            BinaryPrimitives.WriteInt32LittleEndian(head.Slice(4), root);
            BinaryPrimitives.WriteInt32LittleEndian(head.Slice(8), count);
            BinaryPrimitives.WriteInt32LittleEndian(head.Slice(12), payloads.Length);
            input.Write(head);
            input.Write(payloads);
            input.Flush();
        }
        catch (IOException)
        {
            throw Ended();
        }

        return Task.Run(Answer);
    }

    public void Dispose()
    {
        if (_process is not null)
        {
            _process.Kill();
            _process.WaitForExit();
            _process.Dispose();
        }

        _directory.Delete(recursive: true);
    }

    private byte[] Answer()
    {
        try
        {
            Stream output = _process!.StandardOutput.BaseStream;
            byte[] head = new byte[4];
            output.ReadExactly(head);
            byte[] answer = new byte[BinaryPrimitives.ReadInt32LittleEndian(head)];
            output.ReadExactly(answer);
            return answer;
        }
        catch (EndOfStreamException)
        {
            throw Ended();
        }
    }

    private InvalidOperationException Ended() => new("The C++ program has ended: " + _process!.StandardError.ReadToEnd());
}
