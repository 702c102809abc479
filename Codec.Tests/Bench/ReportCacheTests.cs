using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests the cache of the report's measurements, with which an interrupted run continues.</summary>
public sealed class ReportCacheTests
{
    private static readonly List<List<RowSample>> Samples =
    [
        [new RowSample("Write", 10.0 / 3, 0.1, 1e-7, 64, 48), new RowSample("Read", 9, 8, 10, 0, null)],
        [new RowSample("Write", 4.5, 4, 5, 64, 48)],
    ];

    private string _root = "";

    [SetUp]
    public void MakeFolder() => _root = Directory.CreateTempSubdirectory("codec-report").FullName;

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_root, recursive: true);

    [Test]
    public void Cached_samples_are_read_by_the_next_run()
    {
        Cache().Write("Framing.Decode(64)", Samples);
        List<List<RowSample>>? read = Cache().Read("Framing.Decode(64)");
        Assert.That(read, Has.Count.EqualTo(2));
        Assert.That(read!.SelectMany(process => process), Is.EqualTo(Samples.SelectMany(process => process)));
        Assert.That(read[0], Has.Count.EqualTo(2));
        Assert.That(Cache().Read("Framing.Decode(65)"), Is.Null);
        Assert.That(Directory.GetFiles(Cache().Folder), Has.Length.EqualTo(1), "Nothing temporary is left.");
    }

    [TestCase("")]
    [TestCase("[[{\"Name\": \"Wri")]
    [TestCase("{}")]
    public void A_damaged_cache_file_is_ignored(string text)
    {
        Cache().WriteText("Framing", text);
        Assert.That(Cache().Read("Framing"), Is.Null);
        Assert.That(Cache().ReadJson<List<ReportCurveFigures>>("Framing"), Is.Null, "A group of curves.");
    }

    [Test]
    public void Unsettled_samples_are_cached_only_for_the_current_run()
    {
        ReportCache cache = Cache();
        cache.Write("unit", [[Samples[0][0] with { Settling = Settling.Changing }, Samples[0][1]]]);
        Assert.That(cache.Read("unit"), Has.Count.EqualTo(1), "Other tables of this run show the same.");
        Assert.That(Cache().Read("unit"), Is.Null);
    }

    [Test]
    public void A_second_write_replaces_the_cached_samples()
    {
        Cache().Write("unit", Samples);
        Cache().Write("unit", [[Samples[0][1]]]);
        Assert.That(Cache().Read("unit")!.Single(), Is.EqualTo(new[] { Samples[0][1] }));
    }

    [Test]
    public void A_cached_unit_has_the_day_on_which_it_was_measured()
    {
        string before = Today();
        Cache().Write("unit", Samples);
        Assert.That(Cache().DateOf("unit"), Is.AnyOf(before, Today()));
        File.SetLastWriteTimeUtc(Directory.GetFiles(Cache().Folder).Single(), new DateTime(2026, 11, 20, 23, 0, 0, DateTimeKind.Utc));
        Assert.That(Cache().DateOf("unit"), Is.EqualTo("2026-11-20"));
    }

    [Test]
    public void Cached_text_round_trips()
    {
        Assert.That(Cache().ReadText("version"), Is.Null);
        Cache().WriteText("version", "Mono 6.8\n\"é\"");
        Assert.That(Cache().ReadText("version"), Is.EqualTo("Mono 6.8\n\"é\""));
    }

    [Test]
    public void An_unfinished_file_of_a_stopped_run_is_ignored()
    {
        Cache().Write("unit", Samples);
        string file = Directory.GetFiles(Cache().Folder).Single();
        File.Move(file, file + ".new");
        Assert.That(Cache().Read("unit"), Is.Null);
        File.WriteAllText(file + ".new", "[[{");
        Assert.That(Cache().Read("unit"), Is.Null);
        Cache().Write("unit", Samples);
        Assert.That(Cache().Read("unit"), Has.Count.EqualTo(2));
    }

    [Test]
    public void Each_commit_machine_runtime_effort_and_build_has_its_own_folder()
    {
        Cache().Write("unit", Samples);
        ReportCache[] others =
        [
            new(_root, "abc124", "a machine", ".NET 10.0.1", ReportEffort.Full, hasPeers: false),
            new(_root, "abc123", "another machine", ".NET 10.0.1", ReportEffort.Full, hasPeers: false),
            new(_root, "abc123", "a machine", ".NET 10.0.1", ReportEffort.Quick, hasPeers: false),
            new(_root, "abc123", "a machine", ".NET 10.0.1", ReportEffort.Full, hasPeers: true),
            new(_root, "abc123", "a machine", ".NET 10.0.2", ReportEffort.Full, hasPeers: false),
        ];
        Assert.That(others.Select(other => other.Read("unit")), Has.All.Null);
        Assert.That(others.Select(other => other.Folder).Append(Cache().Folder), Is.Unique);
    }

    private static string Today() => DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private ReportCache Cache() => new(_root, "abc123", "a machine", ".NET 10.0.1", ReportEffort.Full, hasPeers: false);
}
