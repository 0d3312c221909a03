import { randomOf } from '../fuzz/random.ts';
import { bytesOf } from './bytes.ts';
import { configurationKind, type Original, originalOf, type Stratum, strataOf } from './mutation.ts';
import { configurationOf, type World } from './world.ts';

/** One mutant: its stratum, the receipt that is changed, and the name from which its change is drawn. */
export type Planned = Stratum & { id: string; world: string; original: Original };

export type PlanOptions = {
  seed: number;
  count: number;
  input?: string | undefined;
  field?: string | undefined;
  /** The id of the only mutant. */
  only?: string | undefined;
};

function shuffled<T>(list: readonly T[], name: string): T[] {
  const random = randomOf(name);
  return list
    .map((each) => ({ each, place: random.int(0, 1_000_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

/** The most receipts of one kind that are changed: for each of them a world is loaded. */
const mostReceipts = 3;

/** Inputs that are changed; what the others bring is in them too. */
const unchanged = ['public_key'];

/** The configuration of the company as if it were an input that was received. */
function configuration(world: World): Original {
  const bytes = Buffer.from(JSON.stringify(configurationOf(world).companies[0]));
  const [first] = world.files;
  if (first === undefined) throw new Error(`${world.name} has no inputs`);
  return originalOf({ ...first, receipt_id: 0, kind: configurationKind, ext: 'json' }, bytes);
}

/** For each kind of input, the receipts that are changed: loading a world once for each of them has its cost. */
function originalsOf(world: World, mostOfKind: number, seed: number): Map<string, Original[]> {
  const kinds = [...new Set(world.files.map(({ kind }) => kind))].filter((kind) => !unchanged.includes(kind));
  return new Map([
    [configurationKind, [configuration(world)]],
    ...kinds.map((kind): [string, Original[]] => {
      const files = shuffled(
        // an answer without content has nothing to change
        world.files.filter((file) => file.kind === kind && file.bytes > 2),
        `${seed} ${world.name} ${kind}`,
      );
      return [kind, files.slice(0, mostOfKind).map((file) => originalOf(file, bytesOf(file)))];
    }),
  ]);
}

/**
 * The mutants of some worlds, the same for the same seed. Each field of each input of each world has one before any has a
 * second; then each has another change, and when all its changes were made, another record.
 */
export function planMutants(worlds: readonly World[], options: PlanOptions): Planned[] {
  const { seed, count, input, field, only } = options;
  const mostOfKind = count > 300 ? mostReceipts : 1;
  const groups = worlds.flatMap((world) =>
    [...originalsOf(world, only === undefined ? mostOfKind : mostReceipts, seed)].flatMap(([kind, originals]) => {
      const strata = strataOf(kind, originals).filter(
        (one) => (input === undefined || one.input === input) && (field === undefined || one.field === field),
      );
      const fields = [...new Set(strata.map((one) => one.field))];
      return fields.map((one) => ({
        world: world.name,
        originals,
        strata: shuffled(
          strata.filter((stratum) => stratum.field === one),
          `${seed} ${world.name} ${kind} ${one}`,
        ),
      }));
    }),
  );
  if (only !== undefined) return groups.flatMap((group) => onlyOf(group, only, seed));
  const planned: Planned[] = [];
  for (let round = 0; planned.length < count && groups.length > 0; round += 1) {
    for (const { world, originals, strata } of shuffled(groups, `${seed} round ${round}`)) {
      const stratum = strata[round % strata.length];
      const draw = Math.floor(round / strata.length);
      if (stratum === undefined || planned.length >= count) continue;
      planned.push(plannedOf(world, originals, stratum, draw, seed));
    }
    if (round > 10_000) break;
  }
  return planned;
}

function plannedOf(
  world: string,
  originals: readonly Original[],
  stratum: Stratum,
  draw: number,
  seed: number,
): Planned {
  const start = `${world}/${stratum.input}/${stratum.field}/${stratum.change}/${draw}`;
  const original = randomOf(`${seed} ${start}`).pick(originals);
  return { ...stratum, id: `${start}/${original.file.receipt_id}`, world, original };
}

/** The mutant with this id: its receipt is in it, so that the number of receipts does not matter. */
function onlyOf(
  { world, originals, strata }: { world: string; originals: readonly Original[]; strata: readonly Stratum[] },
  only: string,
  seed: number,
): Planned[] {
  const parts = only.split('/');
  const receipt = Number.parseInt(parts.at(-1) ?? '', 10);
  const draw = Number.parseInt(parts.at(-2) ?? '', 10);
  return strata.flatMap((stratum) => {
    const original = originals.find(({ file }) => file.receipt_id === receipt);
    if (original === undefined) return [];
    const planned = plannedOf(world, [original], stratum, draw, seed);
    return planned.id === only ? [planned] : [];
  });
}
