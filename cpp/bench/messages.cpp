// Compares generated C++ with FlatBuffers' builder, accessors and verifier, and its writers with hand-written code. Prints medians in nanoseconds of
// rounds that alternate between the sides, and the ratios that have budgets; the exit code is 1 if a budget is exceeded.
//   codec_bench_messages [ROUNDS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "messages_side.hpp"

namespace {

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Pair {
  double ours;
  double theirs;
  double ratio() const { return ours / theirs; }
};

Pair compare(int message, int repeats, double (*ours)(int, int), double (*theirs)(int, int)) {
  std::vector<double> left, right;
  for (int i = 0; i < repeats; ++i) {
    left.push_back(ours(message, bench::rounds[message]));
    right.push_back(theirs(message, bench::rounds[message]));
  }
  return {median(left), median(right)};
}

int failures = 0;

void print(int message, const char* what, const char* theirs, const Pair& pair, double limit) {
  const bool is_met = pair.ratio() <= limit;
  failures += is_met ? 0 : 1;
  std::printf("%-10s %-7s %9.1f ns  %-12s %9.1f ns  %5.2fx  limit %4.2fx  %s\n", bench::names[message], what, pair.ours, theirs, pair.theirs, pair.ratio(),
              limit, is_met ? "ok" : "EXCEEDED");
}

}  // namespace

int main(int count, char** arguments) {
  const int repeats = count > 1 ? std::atoi(arguments[1]) : 101;
  const bench::Side ours = bench::generated_side();
  const bench::Side theirs = bench::flatbuffers_side();
  for (int message = 0; message < bench::message_count; ++message) {
    // Seed, chat and inventory must be four times as fast as the builder.
    const bool is_table = message != 1 && message != 4;
    print(message, "write", "by hand", compare(message, repeats, ours.write, ours.write_by_hand), 1.15);
    print(message, "write", "FlatBuffers", compare(message, repeats, ours.write, theirs.write), is_table ? 0.25 : 1);
    print(message, "read", "FlatBuffers", compare(message, repeats, ours.read, theirs.read), 1);
    if (bench::generated_sum != bench::flatbuffers_sum) {
      std::printf("%s: the sides read different values\n", bench::names[message]);
      return 1;
    }
    print(message, "verify", "FlatBuffers", compare(message, repeats, ours.verify, theirs.verify), 0.7);
  }
  return failures == 0 ? 0 : 1;
}
