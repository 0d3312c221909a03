import type { Given } from './facts.ts';
import { harmlessExcuse, knownGap, noEffectExcuse, readHarmless, trueOutcome } from './harmless.ts';
import { type Harness, openHarness } from './harness.ts';
import { changeOf, configurationKind } from './mutation.ts';
import { changedControls, changedItems, isGreen, lostDays, newlyUnexpected, type Outcome } from './outcome.ts';
import { type Planned, type PlanOptions, planMutants } from './plan.ts';
import { makeWorld, type World, worldTerms } from './world.ts';

export type MutantsOptions = PlanOptions & {
  /** One world alone. */
  world?: string | undefined;
  /** This process's share of the mutants: the first of two is [0, 2]. */
  share?: readonly [number, number] | undefined;
  /** Called for each mutant when it was tried. */
  note?(tried: Tried): void;
};

/** How a mutant ended. A survivor left every day green; a known one is listed, with the reason. */
export type Ending = 'noticed' | 'true_outcome' | 'harmless' | 'no_effect' | 'known' | 'survived' | 'failed';

export type Tried = Pick<Planned, 'id' | 'world' | 'input' | 'field' | 'change' | 'kind'> & {
  what: string;
  ending: Ending;
  /** How the input was loaded. */
  load: string;
  /** Why it may be green; or the day that is not; or the error. */
  because: string;
  /** What was checked of the change for that. */
  condition?: string;
  /** What the run says otherwise than before. */
  said: string[];
};

const mostSaid = 12;

const named = ({ id, world, input, field, change, kind }: Planned) => ({ id, world, input, field, change, kind });

function judge(planned: Planned, given: Given, before: Outcome, after: Outcome, load: string): Tried {
  const lost = lostDays(before, after);
  const said =
    after.items.size === 0
      ? []
      : [...changedItems(before, after), ...changedControls(before, after), ...newlyUnexpected(before, after)];
  const end = (ending: Ending, because: string, condition?: string): Tried => ({
    ...named(planned),
    what: given.change.what,
    ending,
    load,
    because,
    said: [...lost, ...said].slice(0, mostSaid),
    ...(condition === undefined ? {} : { condition }),
  });
  if (lost[0] !== undefined) return end('noticed', lost[0]);
  const harmless = readHarmless();
  const truth = trueOutcome(harmless, planned, said);
  if (truth !== undefined) return end('true_outcome', truth);
  const excuse = harmlessExcuse(harmless, planned, given);
  if (excuse !== undefined) return end('harmless', excuse.reason, excuse.condition);
  const noEffect = noEffectExcuse(harmless, planned, given);
  if (noEffect !== undefined) return end('no_effect', noEffect.reason, noEffect.condition);
  const gap = knownGap(harmless, planned, given);
  if (gap !== undefined) return end('known', gap.reason, gap.condition);
  return end('survived', `every day is green (${load})`);
}

async function tryMutant(
  { harness, world, before }: { harness: Harness; world: World; before: Outcome },
  planned: Planned,
  seed: number,
): Promise<Tried | undefined> {
  const { original } = planned;
  const change = changeOf(original, planned, `${seed} ${planned.id}`);
  if (change === undefined) return undefined;
  const { what } = change;
  try {
    const tried = await harness.run({ file: original.file, change });
    if (tried.status === 'refused') {
      const because = `the run is refused: ${tried.code} ${tried.message}`;
      return { ...named(planned), what, ending: 'noticed', load: 'refused', because, said: [] };
    }
    const { outcome, load } = tried;
    const loaded =
      load === undefined
        ? 'not there'
        : `${load.status}${load.rejected > 0 ? `, ${load.rejected} rejected` : ''}${load.error === undefined ? '' : ` ${load.error.code}`}`;
    const results = { before: before.results, after: outcome.results };
    return judge(planned, { world, original, change, results }, before, outcome, loaded);
  } catch (error) {
    const because = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { ...named(planned), what, ending: 'failed', load: 'failed', because, said: [] };
  }
}

/** Receipts of fewer bytes are loaded in a few milliseconds, and a world is loaded without them in seconds. */
const fewBytes = 1_000;

/**
 * Fewer mutants than this do not repay a world that is loaded for them alone: they share one, in which all their receipts are
 * loaded for each mutant.
 */
const fewMutants = 24;

/** Groups of few mutants of a world together, as long as they stay few. */
function merged(groups: readonly Planned[][]): Planned[][] {
  const result: Planned[][] = [];
  const open = new Map<string, Planned[]>();
  for (const group of groups) {
    const world = group[0]?.world ?? '';
    const into = open.get(world);
    if (group.length >= fewMutants || group[0]?.input === configurationKind) result.push(group);
    else if (into === undefined || into.length + group.length > 2 * fewMutants) {
      const started = [...group];
      open.set(world, started);
      result.push(started);
    } else into.push(...group);
  }
  return result;
}

/**
 * Mutants by the receipt that they change, the largest groups first, dealt out to the shares. The short receipts of a kind are one
 * group, and so are receipts with few mutants: each run then loads all of them.
 */
function groupsOf(planned: readonly Planned[], [share, shares]: readonly [number, number]): Planned[][] {
  const groups = new Map<string, Planned[]>();
  for (const one of planned) {
    const { kind, receipt_id, bytes } = one.original.file;
    const key = `${one.world} ${kind} ${bytes < fewBytes ? '' : receipt_id}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const sizes = Array.from({ length: shares }, () => 0);
  return merged([...groups.values()])
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
    const world = worlds.find((each) => each.name === group[0]?.world);
    if (world === undefined) continue;
    const inputs = [...new Set(group.map(({ original }) => original.file))].sort((a, b) => a.receipt_id - b.receipt_id);
    const harness = await openHarness(world, inputs, { isWhole: options.only !== undefined });
    try {
      const unchanged = await harness.run();
      if (unchanged.status === 'refused') throw new Error(unchanged.message);
      const { outcome: before } = unchanged;
      requireGreen(world.name, before);
      for (const planned of group) {
        const one = await tryMutant({ harness, world, before }, planned, seed);
        if (one === undefined) continue;
        tried.push(one);
        note(one);
      }
    } finally {
      harness.close();
    }
  }
  return tried;
}
