import { generateKeyPairSync } from 'node:crypto';
import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { corpusCases } from '../given/corpus-case.ts';
import { bytesOf, companyOf } from '../given/corpus-file.ts';
import { givenInspections, kindNamed } from '../given/inspected.ts';

/*
 * The warehouse of an inspection has only the views and macros that reading uses, and no line is kept in it: it has to come to the same
 * result as a run, for files of every kind.
 */

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { inspectText } = givenInspections();

// a file that was requested has its window from the request, and callbacks need a key of the gateway
const all = corpusCases().filter(({ window, as }) => window === undefined && as !== 'callbacks');
// files with rows above the header, which are searched for a period, and with a statement twice are always among them
const always = ['bank-presets/shipped-dkb.csv', 'mt940/statement-pasted-twice.sta'];
const cases = all.filter(({ name }, index) => index % 16 === 0 || always.includes(name));

test.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
  const { now } = await inspectText(basename(each.path), bytesOf(each, keys), {
    as: kindNamed(each.as),
    company: companyOf(each, 'co'),
    currency: each.currency ?? (each.currencies.length === 1 ? (each.currencies[0] ?? null) : null),
    clock: () => Temporal.Instant.from(each.received_at),
  });
  expect(now.error?.code ?? null, now.error?.message).toBe(each.outcome === 'refused' ? each.code : null);
  if (each.outcome === 'refused') return;
  const rejected = Object.keys(each.rejected).length;
  const { lines, loaded = 0, rejected: found = 0, noRecord = 0 } = now.figures ?? {};
  expect({ lines, loaded, rejected: found + noRecord - each.summary }).toEqual({
    lines: each.lines,
    loaded: each.lines - rejected - each.summary - each.repeated,
    rejected,
  });
});
