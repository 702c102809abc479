namespace Codec.Tests;

/// <summary>
/// Adds a constraint for arrays of bytes to NUnit's. NUnit compares arrays element by element as objects, which took a twentieth of the time of all tests.
/// </summary>
internal abstract class Is : NUnit.Framework.Is
{
    public static EqualConstraint EqualTo(byte[] expected) => new BytesConstraint(expected);

    private sealed class BytesConstraint(byte[] expected) : EqualConstraint(expected)
    {
        public override ConstraintResult ApplyTo<TActual>(TActual actual) => actual is byte[] bytes && bytes.AsSpan().SequenceEqual(expected)
            ? new ConstraintResult(this, actual, isSuccess: true)
            : base.ApplyTo(actual);
    }
}
