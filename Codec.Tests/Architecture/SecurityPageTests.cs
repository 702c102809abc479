namespace Codec.Tests.Architecture;

/// <summary>Checks that docs/security.md names a test that exists for every threat that the library answers.</summary>
public sealed partial class SecurityPageTests
{
    private static readonly string[][] Threats =
    [
        .. Repository.Read("docs/security.md").Split('\n').Where(line => line.StartsWith("| ", StringComparison.Ordinal)).Skip(1)
            .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim()).ToArray()),
    ];

    [Test]
    public void Every_threat_with_a_mitigation_names_a_test() =>
        Assert.That(
            Threats.Where(row => Name().IsMatch(row[2]) == row[1].StartsWith("nothing here", StringComparison.Ordinal)).Select(row => row[0]), Is.Empty);

    [Test]
    public void Every_test_that_the_security_page_names_exists()
    {
        string[] tests =
        [
            .. typeof(SecurityPageTests).Assembly.GetTypes().SelectMany(type => type.GetMethods())
                .Where(method => method.GetCustomAttributes().Any(attribute => attribute is TestAttribute or TestCaseAttribute or TestCaseSourceAttribute))
                .Select(method => $"{method.DeclaringType!.Name}.{method.Name}"),
        ];
        string[] named = [.. Threats.SelectMany(row => Name().Matches(row[2]).Select(match => match.Groups[1].Value))];
        Assert.That(named.Length, Is.GreaterThan(15));
        Assert.That(named.Except(tests), Is.Empty);
    }

    [GeneratedRegex("`([A-Za-z]+(?:Tests|Contract)\\.[A-Za-z0-9_]+)`")]
    private static partial Regex Name();
}
