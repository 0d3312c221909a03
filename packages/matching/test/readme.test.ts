import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as entry from '../src/matching.ts';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const block = (language: string): string => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

test('The example of the README prints what the README says', () => {
  const code = block('js').replace(/^import (\{.*\}) from 'tieout-matching';$/m, 'const $1 = entry;');
  const lines: string[] = [];
  new Function('entry', 'console', code)(entry, { log: (line: string) => lines.push(line) });
  expect(lines.length).toBeGreaterThan(2);
  expect(`${lines.join('\n')}\n`).toBe(block('text'));
});

test('The README names what the entry gives', () => {
  expect(Object.keys(entry).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});
