import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { connectors } from '../../src/connectors/registry.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { randomOf } from '../fuzz/random.ts';
import { isWhole, shareOf } from '../given/share.ts';
import { openHarness } from './harness.ts';
import { configurationKind } from './mutation.ts';
import type { Control, Outcome } from './outcome.ts';
import { configurationOf, makeWorld, type World } from './world.ts';

/** What a kind of receipt is to the rules. */
const inputOf = (kind: string) =>
  connectors.flatMap(({ kinds }) => (kinds[kind] === undefined ? [] : [kinds[kind].input ?? kind]))[0] ?? kind;

/**
 * Of each kind of input that a control needs, one receipt, or two where every case is tried: each stands for the days and the
 * currency that it is for.
 */
function someOfEach({ files }: World, needed: ReadonlySet<string>): LandedFile[] {
  const kinds = [...new Set(files.map(({ kind }) => kind))].filter((kind) => needed.has(inputOf(kind)));
  return kinds.flatMap((kind) => {
    const own = files.filter((file) => file.kind === kind && file.bytes > 2);
    const random = randomOf(`monotony ${kind}`);
    const count = isWhole ? 2 : 1;
    return own.length <= count ? own : Array.from({ length: count }, () => random.pick(own));
  });
}

/** Whether a control of a currency and day rests on a receipt. */
function restsOn({ needs, currency, day }: Control, file: LandedFile): boolean {
  if (!needs.includes(inputOf(file.kind))) return false;
  if (file.currency !== null && file.currency !== currency) return false;
  if (file.window_from === null || file.window_to === null) return true;
  const dayOf = (instant: string) => new Date(Date.parse(instant)).toLocaleDateString('sv-SE', { timeZone: file.zone });
  // a reading at an instant ends one day and begins the next
  if (file.window_from === file.window_to)
    return [0, -1].some(
      (hours) => day === dayOf(new Date(Date.parse(file.window_from ?? '') + hours * 3_600_000).toISOString()),
    );
  return day >= dayOf(file.window_from) && day < dayOf(file.window_to);
}

const balanced = ({ controls }: Outcome) => [...controls].filter(([, { state }]) => state === 'balanced');

test('a control does not stay balanced without an input on which it rests', { timeout: 0 }, async () => {
  const world = await makeWorld('thursday');
  const whole = await openHarness(world, []);
  const first = await whole.run();
  whole.close();
  if (first.status === 'refused') throw new Error(first.message);
  const before = balanced(first.outcome);
  const needed = new Set(before.flatMap(([, { needs }]) => needs));
  expect(before.length).toBeGreaterThan(200);
  const candidates = someOfEach(world, needed);
  // the fee schedule is in the configuration: the test below removes it
  expect(new Set([...candidates.map(({ kind }) => inputOf(kind)), 'fee_schedule'])).toEqual(needed);
  const removed = shareOf(candidates, 4);
  const harness = await openHarness(world, removed);
  const unchanged: string[] = [];
  const untouched: string[] = [];
  for (const file of removed) {
    const tried = await harness.run({ file, change: { what: 'not there', isGone: true } });
    if (tried.status === 'refused') throw new Error(tried.message);
    const resting = before.filter(([, control]) => restsOn(control, file));
    if (resting.length === 0) untouched.push(file.kind);
    for (const [name] of resting)
      if (tried.outcome.controls.get(name)?.state === 'balanced') unchanged.push(`${name} without ${file.kind}`);
  }
  harness.close();
  expect({ unchanged, untouched }).toEqual({ unchanged: [], untouched: [] });
});

test('a control of the fees does not stay balanced without a fee schedule', { timeout: 0 }, async () => {
  const world = await makeWorld('thursday');
  const whole = await openHarness(world, []);
  const first = await whole.run();
  if (first.status === 'refused') throw new Error(first.message);
  const before = balanced(first.outcome).filter(([, { needs }]) => needs.includes('fee_schedule'));
  expect(before.length).toBeGreaterThan(10);
  const [company] = configurationOf(world).companies;
  if (typeof company !== 'object') throw new Error('the world has no company');
  const bytes = Buffer.from(stringify({ ...company, fees: undefined }));
  const [file] = world.files;
  if (file === undefined) throw new Error('the world has no inputs');
  const tried = await whole.run({ file: { ...file, kind: configurationKind }, change: { what: 'no fees', bytes } });
  whole.close();
  if (tried.status === 'refused') throw new Error(tried.message);
  const states = before.map(([name]) => tried.outcome.controls.get(name)?.state);
  expect(new Set(states)).toEqual(new Set(['not_set_up']));
});
