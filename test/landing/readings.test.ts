import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openReadings } from '../../src/landing/readings.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-readings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The outcome of reading a file in a process of its own. */
const read = (key: string) => openReadings(folder).of(key, async (refusal) => refusal?.code ?? 'read');

/** A process that ends while it reads: its reading never returns. */
const endWhileReading = (key: string) =>
  new Promise<void>((ended) => {
    void openReadings(folder).of(key, async () => {
      ended();
      return new Promise(() => {});
    });
  });

test('A file is read again after one end of a process, and refused after two', async () => {
  await endWhileReading('a');
  expect(await read('a')).toBe('read');
  // the reading that returned counts as no end
  await endWhileReading('a');
  await endWhileReading('a');
  expect(await read('a')).toBe('FILE_ENDS_READING');
  expect(await read('b')).toBe('read');
  expect(await read('a')).toBe('FILE_ENDS_READING');
  await openReadings(folder).forget('a');
  expect(await read('a')).toBe('read');
  expect(readdirSync(folder)).toEqual([]);
});

test('An error of the file is no end of the process', async () => {
  const fail = () => openReadings(folder).of('c', async () => Promise.reject(new Error('damaged')));
  for (let time = 0; time < 3; time += 1) await expect(fail()).rejects.toThrow('damaged');
});

test('A count that a power cut tore is counted again', async () => {
  await endWhileReading('d');
  writeFileSync(join(folder, 'reading.json'), '');
  expect(await read('d')).toBe('read');
});
