// Writes the C# code that flatc generates for the schemas into schemas/generated/csharp. With --check, it writes nothing and exits with 1 if a committed
// file is not byte for byte the same.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Flatc, listFiles, main, repository, writeFiles } from "./flatc.mjs";

const schemas = ["test_packet.fbs", "game.fbs"];
const target = "schemas/generated/csharp";

await main(import.meta.url, async options => {
  const check = options.includes("--check");
  const flatc = await Flatc.start();
  const wanted = flatc.run(["--csharp", "--gen-onefile", ...schemas.map(schema => "/schemas/" + schema)]);
  const directory = join(repository, target);
  const committed = listFiles(directory);
  if (!check) {
    for (const path of committed.filter(path => !wanted.has(path))) {
      rmSync(join(directory, path));
    }
    writeFiles(directory, wanted);
    console.log(`${wanted.size} files in ${target}, by ${flatc.version}`);
    return 0;
  }
  const stale = [
    ...[...wanted].filter(([path, content]) => !committed.includes(path) || !content.equals(readFileSync(join(directory, path)))).map(([path]) => path),
    ...committed.filter(path => !wanted.has(path)),
  ];
  for (const path of stale) {
    console.error(`${target}/${path} differs from the output of ${flatc.version}`);
  }
  if (stale.length !== 0) {
    console.error("run: npm run generate --prefix eng/flatc");
    return 1;
  }
  console.log(`${wanted.size} files in ${target} are what ${flatc.version} writes`);
  return 0;
});
