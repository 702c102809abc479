// Writes the buffers that flatc creates from schemas/coverage/json/*.json into schemas/golden/coverage. With --check, it writes nothing and exits
// with 1 if a committed buffer differs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Flatc, main, repository } from "./flatc.mjs";

const golden = join(repository, "schemas/golden/coverage");
const buffers = [
  { name: "everything", json: "everything", schema: "coverage", root: "Coverage.Everything" },
  { name: "smallest", json: "smallest", schema: "coverage", root: "Coverage.Everything" },
  { name: "defaults", json: "defaults", schema: "coverage", root: "Coverage.Everything" },
  { name: "explicit_defaults", json: "explicit_defaults", schema: "coverage", root: "Coverage.Everything" },
  { name: "forced_defaults", json: "explicit_defaults", schema: "coverage", root: "Coverage.Everything", options: ["--force-defaults"] },
  { name: "nested", json: "nested", schema: "coverage", root: "Coverage.Everything" },
  { name: "union_vector", json: "union_vector", schema: "coverage", root: "Coverage.UnionVector" },
  { name: "words", json: "words", schema: "keywords", root: "Coverage.Keywords.Words" },
];

function make(flatc, { json, schema, root, options = [] }) {
  const source = `/files/${json}.json`;
  flatc.mount(source, readFileSync(join(repository, "schemas/coverage/json", json + ".json")));
  const files = flatc.run(["--binary", "--root-type", root, ...options, `/schemas/coverage/${schema}.fbs`, source]);
  return [...files.values()][0];
}

await main(import.meta.url, async options => {
  const check = options.includes("--check");
  const flatc = await Flatc.start();
  mkdirSync(golden, { recursive: true });
  let stale = 0;
  for (const buffer of buffers) {
    const wanted = make(flatc, buffer);
    const path = join(golden, buffer.name + ".bin");
    if (!check) {
      writeFileSync(path, wanted);
    } else if (!existsSync(path) || !wanted.equals(readFileSync(path))) {
      console.error(`schemas/golden/coverage/${buffer.name}.bin differs from the output of ${flatc.version} for schemas/coverage/json/${buffer.json}.json`);
      stale++;
    }
  }
  console.log(check ? `${buffers.length - stale} of ${buffers.length} buffers match` : `${buffers.length} buffers in schemas/golden/coverage`);
  return stale === 0 ? 0 : 1;
});
