// Prints flatc's annotation (flatc --annotate) of the payload of each packet in schemas/golden, in JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Flatc, main, repository } from "./flatc.mjs";

const golden = join(repository, "schemas/golden");
const headerBytes = 4;

const packets = new Map([
  ["test_packet", ["test_packet.fbs", "Game.TestPacket"]],
  ["login", ["game.fbs", "Game.Login"]],
  ["move", ["game.fbs", "Game.Move"]],
  ["spawn", ["game.fbs", "Game.Spawn"]],
  ["chat", ["game.fbs", "Game.Chat"]],
  ["inventory", ["game.fbs", "Game.Inventory"]],
  ["snapshot", ["game.fbs", "Game.Snapshot"]],
  ["snapshot_large", ["game.fbs", "Game.Snapshot"]],
]);

function hex(bytes) {
  return [...bytes].map(byte => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

// Adds the padding that flatc omits, such as the last byte of a buffer or a byte after a string.
function withAllPadding(lines, payload) {
  const result = [];
  let end = 0;
  let digits = 2;
  let behindLast = 0;
  const pad = start => {
    if (start > end) {
      const address = end.toString(16).toUpperCase().padStart(digits, "0");
      const bytes = hex(payload.subarray(end, start)).padEnd("00 00 00 00 00 00 00 00".length);
      result.splice(behindLast, 0, `  +0x${address} | ${bytes} | uint8_t[${start - end}] | padding`);
    }
  };
  for (const line of lines) {
    const region = /^  \+0x([0-9A-F]+) \| ((?:[0-9A-F]{2} ?)+)/.exec(line);
    if (region !== null) {
      const start = parseInt(region[1], 16);
      digits = region[1].length;
      pad(start);
      end = start + region[2].trim().split(" ").length;
    }
    result.push(line);
    behindLast = region === null ? behindLast : result.length;
  }
  pad(payload.length);
  return result;
}

function annotate(flatc, name) {
  const [schema, root] = packets.get(name);
  const payload = readFileSync(join(golden, name + ".bin")).subarray(headerBytes);
  flatc.mount(`/files/${name}.bin`, payload);
  // --annotate does not support --root-type, so a separate schema declares the root.
  flatc.mount(`/schemas/${name}.annotate.fbs`, `include "${schema}";\nroot_type ${root};\n`);
  flatc.run(["--annotate", `/schemas/${name}.annotate.fbs`, "--", `/files/${name}.bin`]);
  // flatc splits text into rows by bytes, also inside a character. So each byte outside ASCII is shown as a dot.
  const text = flatc.read(`/files/${name}.afb`).toString("latin1").replace(/[\x80-\xff]/g, ".");
  return withAllPadding(text.trimEnd().split("\n").slice(5), payload).join("\n");
}

await main(import.meta.url, async () => {
  const flatc = await Flatc.start();
  console.log(JSON.stringify(Object.fromEntries([...packets.keys()].map(name => [name, annotate(flatc, name)]))));
  return 0;
});
