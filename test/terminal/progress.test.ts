import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { resolveSecret } from '../../src/config/secret.ts';
import { withNamedSteps } from '../../src/domain/progress.ts';
import { elapsedText } from '../../src/terminal/elapsed.ts';
import { structuredLog } from '../../src/terminal/log.ts';
import { plainProgress } from '../../src/terminal/plain-progress.ts';
import { structuredProgress } from '../../src/terminal/structured-progress.ts';
import { terminalProgress } from '../../src/terminal/terminal-progress.ts';

const secretValue = 'key-for-nobody-to-see';

function givenSecret(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-progress-'));
  writeFileSync(join(folder, 'key'), secretValue, { mode: 0o600 });
  resolveSecret({ file: 'key' }, 'k', { path: join(folder, 'tieout.yaml'), environment: {} });
}

/** A terminal that records its output, and a clock that the test sets. */
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

test('On a terminal a step shows its count while running, then its result and time', () => {
  const { progress, clock, written, lines } = givenTerminal();
  const step = progress.step('Loading', 2000);
  for (let count = 1; count <= 1500; count += 1) {
    clock.ms += 1;
    step.advance();
  }
  expect(written()).toContain('Loading  1,500 of 2,000  1.5 s');
  // at most ten times a second, however often the count changes
  expect(written().match(/ of 2,000/g)?.length).toBeLessThanOrEqual(17);
  clock.ms = 64_000;
  step.done('12 files');
  expect(lines().at(-2)?.split('\r\u001b[2K').at(-1)).toBe('✓ Loading  1,500 of 2,000  12 files  1 min 04 s');
  progress.close(false);
});

test('Without animation each step is one line without control sequences', () => {
  const { progress, written } = givenTerminal(false);
  const step = progress.step('Reconciling');
  step.note('refunds');
  step.done();
  progress.close(false);
  expect(written()).toBe('✓ Reconciling  0.0 s\n');
});

test('An unfinished step is marked as failed', () => {
  const { progress, written } = givenTerminal(false);
  progress.step('Statement MYR').note('queued');
  progress.close(true);
  expect(written()).toBe('✗ Statement MYR  queued  0.0 s\n');
});

test('Server text cannot control the terminal, and a long line is cut to its width', () => {
  const { progress, written } = givenTerminal(false);
  progress.log.warn(`\u001b[2J\u0007${'x'.repeat(100)}`);
  expect(written()).toBe(`${String.raw`! \u001b[2J\u0007${'x'.repeat(41)}…`}\n`);
});

test.each([
  [400, '0.4 s'],
  [12_300, '12 s'],
  [185_000, '3 min 05 s'],
])('%i ms is shown as %s', (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text);
});

test('A log has one JSON object per line, with steps, counts and times', async () => {
  const { target, written } = givenTarget();
  let now = 0;
  const log = await structuredLog(target, 'info');
  const step = structuredProgress(log, () => now).step('Loading', 3);
  step.advance();
  step.advance();
  now = 1234;
  step.done('2 files');
  const [started, finished] = written()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(started).toMatchObject({ level: 'info', msg: 'step started', step: 'Loading', total: 3 });
  expect(finished).toMatchObject({
    msg: 'step finished',
    step: 'Loading',
    count: 2,
    result: '2 files',
    elapsed_ms: 1234,
  });
  expect(new Date(finished.time).toISOString()).toBe(finished.time);
});

test('Secrets are redacted on a terminal and in a log', async () => {
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

/** Plain lines, and a clock that the test sets. */
function givenPlain() {
  const clock = { ms: 0 };
  const written: string[] = [];
  const progress = plainProgress(
    (text) => void written.push(text),
    undefined,
    () => clock.ms,
  );
  return { progress, clock, lines: () => written.join('').split('\n').slice(0, -1) };
}

test('Without a terminal each stage is one line, and only slow steps are shown', async () => {
  const { progress, clock, lines } = givenPlain();
  const step = progress.step('Starting');
  step.advance();
  step.done();
  await progress.stage(
    'Reconciling 2026-11-20',
    async () => {
      progress.step('Loading').done('12 files');
      const slow = progress.step('Statement MYR');
      clock.ms = 12_000;
      slow.done('68,608 bytes');
      return 3;
    },
    (count) => `${count} breaks`,
  );
  await expect(progress.stage('Reports', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  progress.log.warn('a\u001b[2J\nb');
  expect(lines()).toEqual([
    'Starting: 1 (0.0 s)',
    'Statement MYR: 68,608 bytes (12 s)',
    'Reconciling 2026-11-20: 3 breaks (12 s)',
    'Reports: failed (0.0 s)',
    String.raw`warning: a\u001b[2J b`,
  ]);
});

test('Of companies side by side each line names its company, and what an error left open has failed when the company ends', async () => {
  const { progress, clock, lines } = givenTerminal();
  let finish = () => {};
  const slow = withNamedSteps(progress, 'acme', async (own) => {
    const step = own.step('Statement MYR');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    step.done('68,608 bytes');
  });
  const wrong = withNamedSteps(progress, 'beta', async (own) => {
    own.step('Loading').done('12 files');
    own.step('Balance').note('asked');
    throw new Error('Refused.');
  });
  await expect(wrong).rejects.toThrow('Refused.');
  clock.ms = 12_000;
  progress.log.info('news');
  const shown = () => lines().map((line) => line.split('\r\u001b[2K').at(-1));
  // the line that is redrawn is of what is in progress
  expect(shown().at(-1)).toBe('  acme: Statement MYR  12 s');
  finish();
  await slow;
  progress.close(false);
  expect(shown()).toEqual([
    '✓ beta: Loading  12 files  0.0 s',
    '✗ beta: Balance  failed  0.0 s',
    '· news',
    '✓ acme: Statement MYR  68,608 bytes  12 s',
    '',
  ]);
});
