using System;
using System.Diagnostics;

namespace Codec.Transport;

/// <summary>How long something has lasted, as who looks at it from time to time knows it: from the first look that saw it, so never too long.</summary>
internal struct LastingState
{
    private long _since;
    private bool _wasThere;

    /// <summary>Takes a look into account.</summary>
    /// <param name="now">The look's <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="isThere">Whether it is there now.</param>
    /// <param name="isNew">Whether it is known to have begun again since the last look.</param>
    /// <param name="timeout">How long it may last; less than zero for ever.</param>
    /// <returns>Whether it has lasted that long.</returns>
    internal bool HasLasted(long now, bool isThere, bool isNew, TimeSpan timeout)
    {
        if (!_wasThere || isNew)
        {
            _since = now;
        }

        _wasThere = isThere;
        return isThere && timeout >= TimeSpan.Zero && (now - _since) / (double)Stopwatch.Frequency >= timeout.TotalSeconds;
    }
}
