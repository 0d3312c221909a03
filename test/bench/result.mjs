// How a benchmark shows and records what it measured.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { root } from './small-company.mjs';

/** Calls a benchmark with a folder, which is removed. */
export function inFolder(bench) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
  try {
    bench(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a process used, as text. */
export const usedText = ({ seconds, mib }) => `${seconds.toFixed(2)} s of processor, peak ${mib} MiB`;

/** Prints whether a limit is held; a benchmark with one that is not ends with status 1. */
export function check(isHeld, text) {
  console.log(`${isHeld ? 'holds' : 'FAILS'}  ${text}`);
  if (!isHeld) process.exitCode = 1;
}

/** A table of measured processes against the first one, the floor: `note` prints and keeps a row, `text` is Markdown. */
export function newTable() {
  const rows = [['what', 'processor time', 'times the floor', 'peak memory'], Array(4).fill('---')];
  let floor;
  return {
    note(title, { seconds, mib }) {
      floor ??= seconds;
      const row = [title, `${seconds.toFixed(2)} s`, (seconds / floor).toFixed(1), `${mib} MiB`];
      rows.push(row);
      console.log(row.join(' | '));
    },
    text: () => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  };
}

/** Writes a section of docs/performance.md in place of the one with this heading, which exists. */
export function record(heading, content) {
  const path = join(root, 'docs', 'performance.md');
  const text = readFileSync(path, 'utf8');
  const begin = text.indexOf(`## ${heading}\n`);
  if (begin < 0) throw new Error(`docs/performance.md has no section ${heading}.`);
  const next = text.indexOf('\n## ', begin);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const from = `Commit ${commit}, ${Temporal.Now.plainDateISO().toString()}, Node ${process.versions.node}.`;
  const rest = next < 0 ? '' : text.slice(next);
  writeFileSync(path, `${text.slice(0, begin)}## ${heading}\n\n${from}\n\n${content}\n${rest}`);
}
