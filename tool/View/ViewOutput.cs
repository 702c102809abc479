namespace Codec.Cli.View;

/// <summary>Shows an index: serves its page, or writes it into a file.</summary>
internal sealed class ViewOutput(PacketIndex index, PacketFormat format, string title, IAnsiConsole output)
{
    // A pipe may never end.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(1);

    /// <summary>Serves the page while a file is read and afterwards, until it is stopped.</summary>
    public async Task<int> ServeAsync(SelectedPackets input, CancellationToken cancellationToken)
    {
        Task<int> reading = Task.Factory.StartNew(() => Read(input, cancellationToken), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await ServeAsync(sender: null, cancellationToken).ConfigureAwait(false);
        return await Task.WhenAny(reading, Task.Delay(EndLimit, CancellationToken.None)).ConfigureAwait(false) == reading ? await reading.ConfigureAwait(false) : ExitCode.Ok;
    }

    /// <summary>Serves the page until it is stopped.</summary>
    public async Task ServeAsync(PacketSender? sender, CancellationToken cancellationToken)
    {
        using ViewServer server = ViewServer.Start(new ViewApi(index, format, title, sender));
        output.Profile.Out.Writer.WriteLine($"{title}: {server.Address}");
        output.Profile.Out.Writer.Flush();
        await server.RunAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the page into a file.</summary>
    public void Write(string path)
    {
        OutputFile.WriteAll(path, ViewPage.Of(ViewPage.Data(index, format, title, out int rows, out int details)));
        long all = index.Count + index.Omitted;
        string limit = rows < all || details < rows ? $" of {all}, {details} of them with their bytes" : "";
        output.Profile.Out.Writer.WriteLine($"{path} was written: {Counted.Of(rows, "row")}{limit}.");
    }

    private int Read(SelectedPackets input, CancellationToken cancellationToken)
    {
        try
        {
            return input.Read(index, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException or OutOfMemoryException or ObjectDisposedException)
        {
            index.Stopped = exception.Message;
            return ExitCode.CouldNotRun;
        }
        finally
        {
            index.IsRead = true;
        }
    }
}
