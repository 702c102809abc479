extern alias packets;

using packets::Game;
using packets::Game.Packed;

namespace Codec.Tests.Doubles;

/// <summary>A scene that changes a little each time.</summary>
internal sealed class RandomScenes(Random? random = null)
{
    private readonly Random _random = random ?? new(RandomCases.Seed());

    internal Scene Scene { get; } = new() { Units = new() };

    internal static string TextOf(Scene scene) =>
        $"{scene.Tick}: {string.Join("; ", scene.Units!.Select(unit => $"{unit.Id} {unit.Name} {unit.Position?.X:R} {unit.Position?.Y:R} {unit.Health}"))}";

    /// <summary>Adds, removes, moves or changes a unit, or nothing.</summary>
    /// <returns>All values of the scene.</returns>
    internal string Next()
    {
        Scene.Tick += (uint)_random.Next(2);
        int at = _random.Next(Scene.Units!.Count + 1);
        if (at == Scene.Units.Count || _random.Next(8) == 0)
        {
            Scene.Units.Insert(at, new Unit { Id = (uint)_random.Next(1_000_000), Name = _random.Next(3) == 0 ? null : $"unit {at}", Position = new Vec3 { X = at } });
        }
        else if (_random.Next(8) == 0)
        {
            Scene.Units.RemoveAt(at);
        }
        else if (_random.Next(2) == 0)
        {
            Scene.Units[at].Health -= (short)_random.Next(3);
            Scene.Units[at].Position = new Vec3 { X = (float)_random.NextDouble(), Y = -1 };
        }

        return TextOf(Scene);
    }
}
