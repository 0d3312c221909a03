import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { resolveSecret } from '../../src/config/secret.ts';
import { structuredLog } from '../../src/terminal/log.ts';
import { structuredProgress } from '../../src/terminal/structured-progress.ts';
import { elapsedText, terminalProgress } from '../../src/terminal/terminal-progress.ts';

const secretValue = 'key-that-nobody-may-see';

function givenSecret(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-progress-'));
  writeFileSync(join(folder, 'key'), secretValue, { mode: 0o600 });
  resolveSecret({ file: 'key' }, 'k', join(folder, 'tieout.yaml'));
}

/** A terminal that keeps what is written, and a clock that the test sets. */
function givenTerminal(isAnimated = true) {
  const clock = { ms: 0 };
  const written: string[] = [];
  const progress = terminalProgress(
    { write: (text) => void written.push(text), columns: 60, isAnimated, isColoured: false },
    () => clock.ms,
  );
  return { progress, clock, written: () => written.join(''), lines: () => written.join('').split('\n') };
}

function givenTarget() {
  const parts: string[] = [];
  const target = new Writable({
    write: (chunk, _encoding, done) => {
      parts.push(String(chunk));
      done();
    },
  });
  return { target, written: () => parts.join('') };
}

test('A step on a terminal shows its count as it goes, and its result and time when it is done', () => {
  const { progress, clock, written, lines } = givenTerminal();
  const step = progress.step('Loading', 2000);
  for (let count = 1; count <= 1500; count += 1) {
    clock.ms += 1;
    step.advance();
  }
  expect(written()).toContain('Loading  1,500 of 2,000  1.5 s');
  // at most ten times a second, however often it advances
  expect(written().match(/ of 2,000/g)?.length).toBeLessThanOrEqual(17);
  clock.ms = 64_000;
  step.done('12 files');
  expect(lines().at(-2)?.split('\r\u001b[2K').at(-1)).toBe('✓ Loading  1,500 of 2,000  12 files  1 min 04 s');
  progress.close(false);
});

test('Without animation there is one line a step and no control sequence', () => {
  const { progress, written } = givenTerminal(false);
  const step = progress.step('Reconciling');
  step.note('refunds');
  step.done();
  progress.close(false);
  expect(written()).toBe('✓ Reconciling  0.0 s\n');
});

test('A step that did not come to its end is marked as failed', () => {
  const { progress, written } = givenTerminal(false);
  progress.step('Statement MYR').note('queued');
  progress.close(true);
  expect(written()).toBe('✗ Statement MYR  queued  0.0 s\n');
});

test('What a server says cannot drive the terminal, and a long line is cut to its width', () => {
  const { progress, written } = givenTerminal(false);
  progress.log.warn(`\u001b[2J\u0007${'x'.repeat(100)}`);
  expect(written()).toBe(`!  [2J ${'x'.repeat(51)}…\n`);
});

test.each([
  [400, '0.4 s'],
  [12_300, '12 s'],
  [185_000, '3 min 05 s'],
])('%i ms read as %s', (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text);
});

test('A log is one JSON object a line, with steps, counts and times', async () => {
  const { target, written } = givenTarget();
  let now = 0;
  const log = await structuredLog(target, 'info');
  const step = structuredProgress(log, () => now).step('Loading', 3);
  step.advance();
  step.advance();
  now = 1234;
  step.done('2 files');
  const [begins, done] = written()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(begins).toMatchObject({ level: 'info', msg: 'step begins', step: 'Loading', total: 3 });
  expect(done).toMatchObject({ msg: 'step is done', step: 'Loading', count: 2, result: '2 files', elapsed_ms: 1234 });
  expect(new Date(done.time).toISOString()).toBe(done.time);
});

test('A secret that slips into a line is cut out, on a terminal and in a log', async () => {
  givenSecret();
  const { target, written } = givenTarget();
  const log = await structuredLog(target, 'info');
  log.error(`refused: Bearer ${secretValue}`, {
    detail: { header: secretValue },
    headers: { authorization: 'anything' },
  });
  const terminal = givenTerminal();
  terminal.progress.log.error(`refused: Bearer ${secretValue}`);
  terminal.progress.step(`Reading ${secretValue}`).done();
  for (const text of [written(), terminal.written()]) {
    expect(text).toContain('refused: Bearer [secret]');
    expect(text).not.toContain(secretValue);
  }
  expect(written()).not.toContain('anything');
});
