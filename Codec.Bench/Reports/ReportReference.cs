using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>Figures of the same things from elsewhere, as ratios: the other machine's times say nothing here.</summary>
/// <param name="Baseline">The shown name of the row that the ratios are to.</param>
/// <param name="Ratios">How many times the baseline's time each way took there, by the rows' shown names.</param>
public sealed record ReportReference(string Baseline, IReadOnlyDictionary<string, double> Ratios);
