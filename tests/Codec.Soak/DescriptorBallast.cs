using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Win32.SafeHandles;

namespace Codec.Soak;

/// <summary>Takes every file descriptor that the process may still open.</summary>
internal sealed class DescriptorBallast : IDisposable
{
    /// <summary>How many the process may have. The links of a round need less than half of them.</summary>
    public const int Limit = 512;

    private readonly List<SafeFileHandle> _handles = [];

    public DescriptorBallast()
    {
        try
        {
            while (true)
            {
                _handles.Add(File.OpenHandle("/dev/null"));
            }
        }
        catch (IOException)
        {
            // There are no more.
        }
    }

    public void Dispose() => _handles.ForEach(handle => handle.Dispose());
}
