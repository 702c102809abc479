// Prints the shares of the lines and branches that tests have reached, of the files that decode, verify and read, and what they have not reached.
//   node eng/coverage.mjs REPORT...    reports of coverlet in JSON, or of llvm-cov export
import fs from "node:fs";
import path from "node:path";

const measured = [
  /^Codec\/(Packets|Framing|Payloads|Generated)\/\w+\.cs$/,
  /^cpp\/include\/codec\/(packet_(format|header|decoder|push_decoder)|packed_payload|payload|message|wire|vector_view|enums)\.hpp$/,
  /^cpp\/include\/codec\/detail\/(column_(reader|writer)|payload_(source|walk))\.hpp$/,
  /^cpp\/include\/codec\/generated\/(budget|bytes|fields|layout|table_view|tables|verifier)\.hpp$/,
];
// What only writes, compares or describes, and the exceptions. StreamArguments is here for Codec.Streams, which compiles it, too.
const omitted = /(Writers?|Encoder|Output|PacketBuffer|Scratch|Description|Equality|Hash|Exception|StreamArguments|WrittenTable|\/Throw[.\w]*)\.cs$/;

const files = new Map();
function file(document) {
  const name = path.relative(process.cwd(), document);
  if (!measured.some((pattern) => pattern.test(name)) || omitted.test(name)) return undefined;
  return files.get(name) ?? files.set(name, { lines: new Map(), branches: new Map() }).get(name);
}
const count = (hits, key, more) => hits.set(key, (hits.get(key) ?? 0) + more);

function readCoverlet(report) {
  for (const [document, classes] of Object.values(report).flatMap(Object.entries)) {
    const { lines, branches } = file(document) ?? {};
    for (const [method, { Lines, Branches }] of lines ? Object.values(classes).flatMap(Object.entries) : []) {
      for (const [line, hits] of Object.entries(Lines)) count(lines, +line, hits);
      for (const { Line, Ordinal, Path, Hits } of Branches) count(branches, `${Line} ${Path} ${Ordinal} ${method}`, Hits);
    }
  }
}

// The lines are those in which a region of code starts. Each instantiation of a template has its own branches; one that reaches a branch is enough.
function readLlvm({ data: [{ files, functions }] }) {
  for (const { filename, segments } of files) {
    const { lines } = file(filename) ?? {};
    for (const [line, , hits, hasCount, isEntry] of lines ? segments : []) if (hasCount && isEntry) count(lines, line, hits);
  }
  for (const { filenames, branches } of functions) {
    for (const [line, column, , , ifTrue, ifFalse, inFile, , kind] of branches) {
      const found = kind === 4 ? file(filenames[inFile]) : undefined;
      if (!found) continue;
      count(found.branches, `${line} true ${column}`, ifTrue);
      count(found.branches, `${line} false ${column}`, ifFalse);
    }
  }
}

for (const name of process.argv.slice(2)) {
  const report = JSON.parse(fs.readFileSync(name, "utf8"));
  if (report.type === "llvm.coverage.json.export") readLlvm(report);
  else readCoverlet(report);
}

function share(hits) {
  const all = [...hits.values()];
  const reached = all.filter((hit) => hit).length;
  return `${String(reached).padStart(5)} of ${String(all.length).padStart(5)} ${(all.length ? (100 * reached) / all.length : 100).toFixed(1).padStart(6)} %`;
}
const print = (name, { lines, branches }) => console.log(`${name.padEnd(50)} lines ${share(lines)}   branches ${share(branches)}`);

const all = { lines: new Map(), branches: new Map() };
for (const name of [...files.keys()].sort()) {
  const { lines, branches } = files.get(name);
  print(name, files.get(name));
  for (const [line, hits] of lines) all.lines.set(`${name} ${line}`, hits);
  for (const [branch, hits] of branches) all.branches.set(`${name} ${branch}`, hits);
}
print("all", all);
for (const name of [...files.keys()].sort()) {
  const { lines, branches } = files.get(name);
  const missed = new Map([...lines].filter(([, hits]) => !hits).map(([line]) => [line, "line"]));
  for (const [branch, hits] of branches) {
    const [line, way] = branch.split(" ");
    if (!hits && !missed.has(+line)) missed.set(+line, `branch ${way}`);
  }
  const text = fs.readFileSync(name, "utf8").split("\n");
  for (const [line, what] of [...missed].sort(([a], [b]) => a - b)) console.log(`${name}:${line} (${what}): ${text[line - 1].trim()}`);
}
