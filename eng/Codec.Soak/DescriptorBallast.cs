using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Win32.SafeHandles;

namespace Codec.Soak;

/// <summary>Opens all file descriptors that the process may still open.</summary>
internal sealed class DescriptorBallast : IDisposable
{
    /// <summary>The maximum number of file descriptors of the process. The links of a round need less than half of them.</summary>
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
            // No descriptors are left.
        }
    }

    public void Dispose() => _handles.ForEach(handle => handle.Dispose());
}
