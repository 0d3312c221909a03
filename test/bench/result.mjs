// How a benchmark shows and records what it measured.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { root } from './small-company.mjs';

export const commit = () =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

/** A table of measured commands as Markdown; with the statements that each ran, where they are wanted. */
export function tableOf(rows, { hasStatements = false } = {}) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const statements = (cell) => (hasStatements ? [cell] : []);
  return [
    line(['what', 'processor time', 'times the floor', 'peak memory', ...statements('statements')]),
    line(['---', '---', '---', '---', ...statements('---')]).replaceAll(' ', ''),
    ...rows.map(({ title, seconds, ratio, mib, statements: count }) =>
      line([title, `${seconds.toFixed(2)} s`, ratio.toFixed(1), `${mib} MiB`, ...statements(count)]),
    ),
  ].join('\n');
}

/** Writes a section of docs/performance.md in place of the one with this heading, which exists. */
export function record(heading, content) {
  const path = join(root, 'docs', 'performance.md');
  const text = readFileSync(path, 'utf8');
  const begin = text.indexOf(`## ${heading}\n`);
  if (begin < 0) throw new Error(`docs/performance.md has no section ${heading}.`);
  const next = text.indexOf('\n## ', begin);
  const from = `Commit ${commit()}, ${Temporal.Now.plainDateISO().toString()}, Node ${process.versions.node}.`;
  const rest = next < 0 ? '' : text.slice(next);
  writeFileSync(path, `${text.slice(0, begin)}## ${heading}\n\n${from}\n\n${content}\n${rest}`);
}
