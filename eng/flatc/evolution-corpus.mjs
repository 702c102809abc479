// Prints the result of `flatc --conform` for each pair of schemas in Codec.Tests/Schema/Evolution/Corpus, in JSON: null if flatc accepts the new schema,
// or else flatc's reason.
// A line "//==== NAME" starts a pair. It is followed by the old schema, "//---- becomes", the new schema, and lines "//! RESULT" with
// the expected results of the tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Flatc, listFiles, main, repository } from "./flatc.mjs";

const corpus = "Codec.Tests/Schema/Evolution/Corpus";
const parts = /^(.+)\n([^]*?)^\/\/---- becomes\n((?:^(?!\/\/!).*\n)*)/m;

/** Returns the pairs of a file, each with the name that the tests use. */
function pairs(path) {
  const text = readFileSync(join(repository, corpus, path), "utf8");
  return text.split(/^\/\/==== /m).slice(1).map(section => {
    const [, name, old, now] = parts.exec(section);
    return { name: `${path.slice(0, -".fbs".length)}/${name}`, old, now };
  });
}

/** Returns flatc's reason without the file names and the line number, or null. */
function reason(flatc, { name, old, now }) {
  flatc.mount("/pairs/old.fbs", old);
  flatc.mount("/pairs/new.fbs", now);
  for (const file of ["old", "new"]) {
    const { code, messages } = flatc.tryRun(["-b", "--schema", "-I", "/schemas", `/pairs/${file}.fbs`]);
    if (code !== 0) {
      throw new Error(`${name}: flatc rejects the ${file} schema\n${messages}`);
    }
  }
  const { code, messages } = flatc.tryRun(["-b", "--schema", "-I", "/schemas", "--conform-includes", "/schemas", "--conform", "/pairs/old.fbs", "/pairs/new.fbs"]);
  return code === 0 ? null : messages.match(/schemas don't conform: (.*)/)[1];
}

await main(import.meta.url, async () => {
  const flatc = await Flatc.start();
  const found = {};
  for (const pair of listFiles(join(repository, corpus)).filter(path => path.endsWith(".fbs")).flatMap(pairs)) {
    found[pair.name] = reason(flatc, pair);
  }
  console.log(JSON.stringify(found));
  return 0;
});
