import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { type CorpusCase, corpusCases } from '../given/corpus-case.ts';
import { judge, lawsOf } from './judge.ts';
import { layoutOf } from './layout.ts';
import { type Loaded, type MutantLoader, openMutantLoader } from './load-mutant.ts';
import type { Mutant } from './mutation.ts';
import { type Random, randomOf } from './random.ts';
import { textMutations } from './text-mutations.ts';
import { workbookMutations } from './workbook-mutations.ts';

export type FuzzOptions = {
  seed: number;
  /** Stops after this time or this number of cases, whichever comes first. */
  seconds: number;
  cases?: number | undefined;
  /** The number of files that are mutated, in an order that depends on the seed. */
  mostFiles?: number | undefined;
  /** Files whose name contains this text, of the corpus. */
  file?: string | undefined;
  /** One case of each file alone. */
  only?: number | undefined;
  /** A folder that keeps the file of each finding. */
  keep?: string | undefined;
  /** Called before each case, so that a case that never ends can be named. */
  onCase?(command: string): void;
};

export type Finding = { file: string; mutation: string; what: string; problem: string; command: string };

export type FuzzResult = {
  files: number;
  cases: number;
  loaded: number;
  refused: number;
  findings: Finding[];
  slowestMs: number;
};

const slowMs = 20_000;

type Good = { each: CorpusCase; bytes: Buffer; loaded: Loaded };

/** The files of the corpus that load, in an order that depends on the seed. */
function goodCases({ file, seed, mostFiles }: FuzzOptions): CorpusCase[] {
  const random = randomOf(`order ${seed}`);
  const cases = corpusCases().filter(
    (each) => each.outcome === 'loaded' && each.lines > 0 && (file === undefined || each.name.includes(file)),
  );
  return cases
    .map((each) => ({ each, place: random.int(0, 1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, mostFiles)
    .map(({ each }) => each);
}

/** What the files load as; each is loaded when it is mutated for the first time. */
function goodFiles(loader: MutantLoader): (each: CorpusCase) => Promise<Good | undefined> {
  const known = new Map<string, Good | undefined>();
  return async (each) => {
    if (!known.has(each.name)) {
      const bytes = loader.bytesOf(each);
      const { outcome } = await loader.load(each, bytes);
      known.set(each.name, outcome.status === 'loaded' ? { each, bytes, loaded: outcome } : undefined);
    }
    return known.get(each.name);
  };
}

function mutantOf(
  { each, bytes, loaded }: Good,
  others: ReadonlyMap<string, readonly Buffer[]>,
  random: Random,
): { name: string; mutant: Mutant } | undefined {
  const isWorkbook = loaded.format === 'xlsx';
  const layout =
    isWorkbook || loaded.format === undefined ? undefined : layoutOf(bytes, loaded.format, loaded.headerLine);
  // a layout that counts other records than the program read cannot tell what a mutation touches
  const trusted = layout?.records.length === loaded.rows ? layout : undefined;
  const all = isWorkbook ? Object.keys(workbookMutations) : Object.keys(textMutations);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const name = random.pick(all);
    const mutant = isWorkbook
      ? workbookMutations[name]?.({ bytes, headerLine: loaded.headerLine ?? 1 }, random)
      : textMutations[name]?.(
          { as: each.as, bytes, layout: trusted, others: others.get(extname(each.path)) ?? [] },
          random,
        );
    if (mutant !== undefined && !mutant.bytes.equals(bytes)) return { name, mutant };
  }
  return undefined;
}

/** Every file of the corpus by its ending, whichever are fuzzed: a case must not depend on the choice. */
function bytesByEnding(): Map<string, Buffer[]> {
  const byEnding = new Map<string, Buffer[]>();
  for (const { path } of corpusCases())
    byEnding.set(extname(path), [...(byEnding.get(extname(path)) ?? []), readFileSync(path)]);
  return byEnding;
}

/** Mutates the good files of the corpus one after another, loads each mutant, and collects what is wrong. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const loader = await openMutantLoader();
  const until = performance.now() + options.seconds * 1000;
  const result: FuzzResult = { files: 0, cases: 0, loaded: 0, refused: 0, findings: [], slowestMs: 0 };
  try {
    const cases = goodCases(options);
    const goodOf = goodFiles(loader);
    const others = bytesByEnding();
    const isOver = () => performance.now() > until || result.cases >= (options.cases ?? Infinity);
    const { only } = options;
    for (let round = only ?? 0; cases.length > 0 && !isOver() && round <= (only ?? Infinity); round += 1) {
      for (const each of cases) {
        if (isOver()) break;
        const good = await goodOf(each);
        if (good !== undefined) await tryOne(loader, good, others, round, options, result);
      }
    }
    result.files = cases.length;
    return result;
  } finally {
    loader.close();
  }
}

async function tryOne(
  loader: MutantLoader,
  one: Good,
  others: ReadonlyMap<string, readonly Buffer[]>,
  round: number,
  options: FuzzOptions,
  result: FuzzResult,
): Promise<void> {
  const { each, loaded } = one;
  const made = mutantOf(one, others, randomOf(`${options.seed} ${each.name} ${round}`));
  if (made === undefined) return;
  const { name, mutant } = made;
  const command = `npm run fuzz -- --seed ${options.seed} --file ${each.name} --case ${round}`;
  options.onCase?.(command);
  const before = readdirSync(tmpdir()).length;
  const startedAt = performance.now();
  const { outcome, problems } = await loader.load(each, mutant.bytes);
  const took = performance.now() - startedAt;
  if (options.keep !== undefined && readdirSync(tmpdir()).length > before)
    problems.push('a temporary file was left behind');
  result.cases += 1;
  result.slowestMs = Math.max(result.slowestMs, took);
  if (outcome.status === 'loaded') result.loaded += 1;
  if (outcome.status === 'refused') result.refused += 1;
  problems.push(...judge(loaded, mutant, outcome));
  if (outcome.status === 'loaded') problems.push(...lawsOf(each, outcome, mutant.bytes));
  if (took > slowMs) problems.push(`it took ${Math.round(took / 1000)} s`);
  for (const problem of problems)
    result.findings.push({ file: each.name, mutation: name, what: mutant.what, problem, command });
  if (problems.length > 0 && options.keep !== undefined) {
    mkdirSync(options.keep, { recursive: true });
    writeFileSync(join(options.keep, `${options.seed}-${round}-${basename(each.path)}`), mutant.bytes);
  }
}
