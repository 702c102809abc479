// Writes NAME.txt beside two packets NAME.bin of schemas/golden. It lists every field of the header, and every field of the payload as printed by
// flatc --annotate. With --check, it writes nothing and exits with 1 if a committed annotation differs. With --print, it prints the annotations of all
// packets, in JSON.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Flatc, main, repository } from "./flatc.mjs";

const golden = join(repository, "schemas/golden");
const headerBytes = 4;

const committed = ["test_packet", "chat"];
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

function annotate(flatc, name, packet) {
  const [schema, root] = packets.get(name);
  const payload = packet.subarray(headerBytes);
  flatc.mount(`/files/${name}.bin`, payload);
  // --annotate does not support --root-type, so a separate schema declares the root.
  flatc.mount(`/schemas/${name}.annotate.fbs`, `include "${schema}";\nroot_type ${root};\n`);
  flatc.run(["--annotate", `/schemas/${name}.annotate.fbs`, "--", `/files/${name}.bin`]);
  // flatc splits text into rows by bytes, also inside a character. So each byte outside ASCII is shown as a dot.
  const text = flatc.read(`/files/${name}.afb`).toString("latin1").replace(/[\x80-\xff]/g, ".");
  const annotation = withAllPadding(text.trimEnd().split("\n").slice(5), payload);
  const lines = [
    `// ${name}.bin: a packet of ${packet.length} bytes; its payload is a ${root} of schemas/${schema}.`,
    "// Offsets are in bytes: the packet header's from the packet's start, all others from the payload's start, which is packet offset 4.",
  ];
  lines.push(
    "",
    "packet header:",
    `  +0x00 | ${hex(packet.subarray(0, 2))} | uint16_t | ${packet.readUInt16LE(0)} | Size: payload bytes`,
    `  +0x02 | ${hex(packet.subarray(2, 4))} | uint16_t | ${packet.readUInt16LE(2)} | Id`,
    "",
    "payload:",
    "",
    ...annotation);
  return lines.join("\n").trimEnd() + "\n";
}

await main(import.meta.url, async options => {
  const flatc = await Flatc.start();
  const annotationOf = name => annotate(flatc, name, readFileSync(join(golden, name + ".bin")));
  if (options.includes("--print")) {
    console.log(JSON.stringify(Object.fromEntries([...packets.keys()].map(name => [name, annotationOf(name)]))));
    return 0;
  }
  const check = options.includes("--check");
  let stale = 0;
  for (const name of committed) {
    const wanted = annotationOf(name);
    const path = join(golden, name + ".txt");
    if (!check) {
      writeFileSync(path, wanted);
    } else if (!existsSync(path) || readFileSync(path, "utf8") !== wanted) {
      console.error(`${path} is not the annotation of ${name}.bin`);
      stale++;
    }
  }
  console.log(check ? `${committed.length - stale} of ${committed.length} annotations match` : `${committed.length} annotations in schemas/golden`);
  return stale === 0 ? 0 : 1;
});
