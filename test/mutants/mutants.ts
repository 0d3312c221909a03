import { harmlessReason, readHarmless, trueOutcome } from './harmless.ts';
import { type Harness, openHarness } from './harness.ts';
import { type Change, changeOf } from './mutation.ts';
import { changedControls, changedItems, isGreen, lostDays, type Outcome } from './outcome.ts';
import { type Planned, type PlanOptions, planMutants } from './plan.ts';
import { makeWorld, type World, worldTerms } from './world.ts';

export type MutantsOptions = PlanOptions & {
  /** One world alone. */
  world?: string | undefined;
  /** This process's share of the mutants: the first of two is [0, 2]. */
  share?: readonly [number, number] | undefined;
  /** What happens, for people. */
  note?(text: string): void;
};

/** How a mutant ended. A survivor left every day green, and nothing says why that may be. */
export type Ending = 'noticed' | 'true_outcome' | 'harmless' | 'survived' | 'failed';

export type Tried = Pick<Planned, 'id' | 'world' | 'input' | 'field' | 'change' | 'kind'> & {
  what: string;
  ending: Ending;
  /** How the input was loaded. */
  load: string;
  /** Why it may be green; or the day that is not; or the error. */
  because: string;
  /** What the run says otherwise than before. */
  said: string[];
};

const mostSaid = 12;

function judge(planned: Planned, { what, record }: Change, before: Outcome, after: Outcome, load: string): Tried {
  const { id, world, input, field, change, kind } = planned;
  const said = [...changedItems(before, after), ...changedControls(before, after)];
  const lost = lostDays(before, after);
  const end = (ending: Ending, because: string): Tried => ({
    ...{ id, world, input, field, change, kind, what, ending, load, because },
    said: [...lost, ...said].slice(0, mostSaid),
  });
  if (lost[0] !== undefined) return end('noticed', lost[0]);
  const harmless = readHarmless();
  const truth = trueOutcome(harmless, planned, said);
  if (truth !== undefined) return end('true_outcome', truth);
  const reason = harmlessReason(harmless, planned, record);
  return reason === undefined ? end('survived', `every day is green (${load})`) : end('harmless', reason);
}

async function tryMutant(
  harness: Harness,
  before: Outcome,
  planned: Planned,
  seed: number,
): Promise<Tried | undefined> {
  const change = changeOf(planned.original, planned, `${seed} ${planned.id}`);
  if (change === undefined) return undefined;
  const { id, world, input, field, change: name, kind } = planned;
  try {
    const tried = await harness.run({ file: planned.original.file, change });
    if (tried.status === 'refused') {
      const because = `the run is refused: ${tried.code} ${tried.message}`;
      return {
        id,
        world,
        input,
        field,
        change: name,
        kind,
        what: change.what,
        ending: 'noticed',
        load: 'refused',
        because,
        said: [],
      };
    }
    const { outcome, load } = tried;
    const loaded =
      load === undefined
        ? 'not there'
        : `${load.status}${load.rejected > 0 ? `, ${load.rejected} rejected` : ''}${load.error === undefined ? '' : ` ${load.error.code}`}`;
    return judge(planned, change, before, outcome, loaded);
  } catch (error) {
    const because = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return {
      id,
      world,
      input,
      field,
      change: name,
      kind,
      what: change.what,
      ending: 'failed',
      load: 'failed',
      because,
      said: [],
    };
  }
}

/** Mutants by the receipt that they change, the largest groups first, dealt out to the shares. */
function groupsOf(planned: readonly Planned[], [share, shares]: readonly [number, number]): Planned[][] {
  const groups = new Map<string, Planned[]>();
  for (const one of planned) {
    const key = `${one.world} ${one.original.file.receipt_id}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const sizes = Array.from({ length: shares }, () => 0);
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .filter((group) => {
      const least = sizes.indexOf(Math.min(...sizes));
      sizes[least] = (sizes[least] ?? 0) + group.length;
      return least === share;
    });
}

function requireGreen(name: string, { verdicts }: Outcome): void {
  const red = [...verdicts].filter(([, { verdict }]) => !isGreen(verdict));
  if (red.length > 0 || verdicts.size === 0)
    throw new Error(
      `the world ${name} is not green: ${red
        .map(([day, { reason }]) => `${day}: ${reason}`)
        .slice(0, 3)
        .join(' ')}`,
    );
}

/** Tries the mutants of the worlds, or a share of them. */
export async function tryMutants(options: MutantsOptions): Promise<Tried[]> {
  const { world: name, share = [0, 1], seed, note = () => {} } = options;
  const worlds: World[] = [];
  // one after another: the keys of their services are in the same variables
  for (const each of Object.keys(worldTerms))
    if (name === undefined || each === name) worlds.push(await makeWorld(each));
  const tried: Tried[] = [];
  for (const group of groupsOf(planMutants(worlds, options), share)) {
    const [{ original, world: of } = {}] = group;
    const world = worlds.find((each) => each.name === of);
    if (world === undefined || original === undefined) continue;
    const harness = await openHarness(world, [original.file]);
    try {
      const unchanged = await harness.run();
      if (unchanged.status === 'refused') throw new Error(unchanged.message);
      const { outcome: before } = unchanged;
      requireGreen(world.name, before);
      for (const planned of group) {
        const one = await tryMutant(harness, before, planned, seed);
        if (one === undefined) continue;
        tried.push(one);
        note(`${one.ending} ${one.id}: ${one.what}`);
      }
    } finally {
      harness.close();
    }
  }
  return tried;
}
