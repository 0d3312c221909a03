import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openIndex } from '../../src/landing/index-file.ts';
import { indexPath, objectPathIn } from '../../src/landing/landing.ts';
import type { Random } from '../given/random.ts';
import { drawn } from '../given/share.ts';

/** What kinds of evidence a data directory has, by the path of their files below it, and the errors that name a changed one. */
const objectCodes = ['LANDING_OBJECT_DAMAGED', 'LANDING_OBJECT_MISSING', 'LANDING_OBJECT_UNREADABLE'];
export const evidenceKinds = {
  'landing object': { path: /^acme\/landing\/objects\//, codes: objectCodes },
  decision: { path: /^never by its path$/, codes: objectCodes },
  'landing index': { path: /^acme\/landing\/index\.(?:jsonl|head\.json)$/, codes: ['LANDING_INDEX_DAMAGED'] },
  'published snapshot': { path: /^acme\/warehouse\/published\.duckdb$/, codes: ['SNAPSHOT_DAMAGED'] },
  'seal of the snapshot': { path: /^acme\/warehouse\/published\.duckdb\.seal\.json$/, codes: ['SNAPSHOT_DAMAGED'] },
  'masked snapshot': { path: /^acme\/warehouse\/published-masked\.duckdb$/, codes: ['SNAPSHOT_DAMAGED'] },
  'seal of the masked snapshot': {
    path: /^acme\/warehouse\/published-masked\.duckdb\.seal\.json$/,
    codes: ['SNAPSHOT_DAMAGED'],
  },
  'run records': { path: /^runs\.(?:jsonl|head\.json)$/, codes: ['RUN_RECORDS_DAMAGED'] },
  pack: { path: /^closed\/[^/]+\/acme\//, codes: ['PACK_DAMAGED'] },
} as const;
export type EvidenceKind = keyof typeof evidenceKinds;

/** What is made from evidence and made again from it, or only says what happened. */
const derived = [
  /^acme\/warehouse\/tieout\.duckdb$/,
  /^reports\//,
  /^closed\/index\.html$/,
  /^tieout\.log$/,
  /\.lock$/,
  // about the program, not about the data: `tieout selftest` makes it again
  /^selftest\.json$/,
  // with another key, hashes and signatures are others: no figure depends on them
  /^acme\/(?:privacy|signing)\.key$/,
];

/** The objects that the index of landing names, by their paths below the data directory, with the kinds of their receipts. */
export async function namedObjects(data: string): Promise<{ kind: string; name: string }[]> {
  const landing = join(data, 'acme', 'landing');
  const { receipts } = await openIndex(indexPath(landing));
  return receipts.map((receipt) => ({ kind: receipt.kind, name: relative(data, objectPathIn(landing, receipt)) }));
}

/** The files of each kind of evidence, in order; throws at a file that is of no known kind. */
export async function evidenceFiles(data: string): Promise<Map<EvidenceKind, string[]>> {
  const objects = await namedObjects(data);
  // by its path, the object of a decision is like any other
  const kindOf = (name: string) =>
    objects.some((object) => object.kind === 'decision' && object.name === name)
      ? 'decision'
      : (Object.keys(evidenceKinds) as EvidenceKind[]).find((each) => evidenceKinds[each].path.test(name));
  const found = new Map<EvidenceKind, string[]>();
  const names = readdirSync(data, { recursive: true }).map(String).sort();
  for (const name of names) {
    if (!statSync(join(data, name)).isFile() || derived.some((pattern) => pattern.test(name))) continue;
    const kind = kindOf(name);
    if (kind === undefined) throw new Error(`${name} is of no kind of evidence that is known here`);
    found.set(kind, [...(found.get(kind) ?? []), name]);
  }
  return found;
}

type Change = (bytes: Buffer, at: number, random: Random) => Buffer;

const flipped: Change = (bytes, at, random) => {
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
  return changed;
};
/** The next digit after the place, or one bit where there is none: an amount, a hash or a count that still reads well. */
const otherDigit: Change = (bytes, at, random) => {
  const found = bytes.subarray(at, at + 400).findIndex((byte) => byte >= 0x30 && byte <= 0x39);
  if (found === -1) return flipped(bytes, at, random);
  const changed = Buffer.from(bytes);
  changed[at + found] = 0x30 + ((((bytes[at + found] ?? 0) - 0x30 + random.int(1, 9)) % 10) | 0);
  return changed;
};
const removed: Change = (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
const inserted: Change = (bytes, at, random) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from([random.int(0x20, 0x7e)]), bytes.subarray(at)]);
const cut: Change = (bytes, at) => Buffer.from(bytes.subarray(0, at));
const blanked: Change = (bytes, at) => {
  const changed = Buffer.from(bytes);
  changed.fill(changed[at] === 0 ? 1 : 0, at, Math.min(bytes.length, at + 16));
  return changed;
};

const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\n');
const lineTwice: Change = (bytes, at) => {
  const lines = linesOf(bytes);
  const line = linesOf(bytes.subarray(0, at)).length - 1;
  return Buffer.from([...lines.slice(0, line + 1), ...lines.slice(line)].join('\n'), 'latin1');
};
const lineRemoved: Change = (bytes, at) => {
  const line = linesOf(bytes.subarray(0, at)).length - 1;
  return Buffer.from(linesOf(bytes).toSpliced(line, 1).join('\n'), 'latin1');
};

const changes: Record<string, Change> = {
  'one bit': flipped,
  'another digit': otherDigit,
  'a byte removed': removed,
  'a byte inserted': inserted,
  'cut off': cut,
  '16 bytes blanked': blanked,
  'a line twice': lineTwice,
  'a line removed': lineRemoved,
};

/** One change of one file: `apply` makes it, `undo` restores the bytes. */
function altered(data: string, kind: EvidenceKind, file: string, what: string, apply: (path: string) => void) {
  const path = join(data, file);
  const mode = statSync(path).mode & 0o777;
  const bytes = readFileSync(path);
  const undo = () => {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, bytes);
    chmodSync(path, mode);
  };
  return { kind, file, what: `${file}: ${what}`, apply: () => apply(path), undo };
}
export type Alteration = ReturnType<typeof altered>;

/** What can happen to a file as a whole. */
export const losses: Record<string, (path: string, bytes: Buffer) => void> = {
  removed: () => undefined,
  emptied: (path) => writeFileSync(path, ''),
  'cut in half': (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length / 2)),
  'replaced by a folder': (path) => mkdirSync(path),
};

/** The loss of a file, by its name in `losses`. */
export const lossOf = (data: string, kind: EvidenceKind, file: string, name: string): Alteration =>
  altered(data, kind, file, name, (path) => {
    const bytes = readFileSync(path);
    rmSync(path);
    losses[name]?.(path, bytes);
  });

/** The change with a number: kinds of evidence take turns; the commit chooses the file, the place and the way to change it. */
export function alteration(data: string, files: ReadonlyMap<EvidenceKind, string[]>, number: number): Alteration {
  const random = drawn(`evidence ${number}`);
  const kinds = [...files.keys()];
  const kind = kinds[number % kinds.length] ?? random.pick(kinds);
  const file = random.pick(files.get(kind) ?? []);
  const bytes = readFileSync(join(data, file));
  const at = random.int(0, bytes.length - 1);
  let name = random.pick(Object.keys(changes));
  let changed = (changes[name] ?? flipped)(bytes, at, random);
  if (changed.equals(bytes)) {
    name = 'one bit';
    changed = flipped(bytes, at, random);
  }
  return altered(data, kind, file, `${name} at ${at} of ${bytes.length} (${number})`, (path) => {
    const mode = statSync(path).mode & 0o777;
    chmodSync(path, 0o600);
    writeFileSync(path, changed);
    chmodSync(path, mode);
  });
}
