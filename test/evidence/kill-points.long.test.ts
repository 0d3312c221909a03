import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, shareOf } from '../given/share.ts';
import { killCount } from './counts.ts';
import { killedAndRepeated, type Moment, type Undisturbed, undisturbed } from './killed.ts';
import { makeStages, type Stage } from './stages.ts';

let stages: Stage[];
const expected = new Map<string, Undisturbed>();
beforeAll(async () => {
  stages = shareOf(await makeStages(), 2);
  for (const stage of stages) expected.set(stage.name, await undisturbed(stage));
}, 3_600_000);
afterAll(() => {
  for (const { from } of stages) rmSync(from, { recursive: true, force: true });
});

/** The moments of a stage are at the borders of what is written and at any time, in turns. */
function momentOf(number: number, { changes, milliseconds }: Undisturbed): Moment {
  const random = drawn(`kill ${number}`);
  if ((number + Math.floor(number / stages.length)) % 2 === 0)
    return { after: 'changes', count: random.int(1, changes) };
  return { after: 'milliseconds', count: random.int(Math.floor(milliseconds / 10), Math.floor(milliseconds)) };
}

/** The names whose values differ, and which side has them. */
function differences(found: unknown, expected: unknown): string {
  const entriesOf = (value: unknown) =>
    new Map(
      Array.isArray(value)
        ? value.map((each) => [String(each), ''] as const)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).map(([name, each]) => [name, String(each)] as const)
          : [[String(value), ''] as const],
    );
  const [here, there] = [entriesOf(found), entriesOf(expected)];
  const names = [...new Set([...here.keys(), ...there.keys()])];
  return names
    .filter((name) => here.get(name) !== there.get(name))
    .map((name) => `${name} ${here.has(name) ? (there.has(name) ? 'differs' : 'is too many') : 'is missing'}`)
    .join(', ');
}

test('A command that was killed and is repeated leaves the same bytes as one that was not, and nothing else', async () => {
  const wrong: string[] = [];
  let killed = 0;
  for (let number = 0; killed < killCount && number < killCount * 3; number += 1) {
    const stage = stages[number % stages.length];
    const whole = stage === undefined ? undefined : expected.get(stage.name);
    if (stage === undefined || whole === undefined) throw new Error('there are no stages');
    const moment = momentOf(number, whole);
    const ended = await killedAndRepeated(stage, moment);
    if (ended === undefined) continue;
    killed += 1;
    const where = `${stage.name}, killed after ${moment.count} ${moment.after} (${number})`;
    const { left, repeated } = ended;
    // a decision that was kept before the kill is refused the second time, by name
    const isDone = stage.name === 'decide' && repeated.out.includes('(BREAK_DECIDED)');
    if (repeated.status !== whole.status && !isDone) wrong.push(`${where}: status ${repeated.status} ${repeated.err}`);
    for (const [what, value] of Object.entries(whole.left)) {
      const found = left[what as keyof typeof left];
      if (JSON.stringify(found) !== JSON.stringify(value))
        wrong.push(`${where}: ${what}: ${differences(found, value)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(killed).toBe(killCount);
}, 7_200_000);
