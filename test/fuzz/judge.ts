import { layoutOf } from './layout.ts';
import type { Loaded, Outcome } from './load-mutant.ts';
import type { Mutant } from './mutation.ts';

/** How many entries of one count are missing in the other. */
function missing(from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>): string[] {
  return [...from].flatMap(([text, count]) =>
    Array.from({ length: Math.max(0, count - (to.get(text) ?? 0)) }, () => text),
  );
}

/** Facts without times and days, and without keys made of them: they may all be read in the other order once a date of the file proves it. */
function withoutDates(facts: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [text, count] of facts) {
    const plain = text.replaceAll(/"(\w+(_at|_on|_date)":("[^"]*"|null)|payment_key":"line-[^"]*"),?/g, '');
    counts.set(plain, (counts.get(plain) ?? 0) + count);
  }
  return counts;
}

/** What an accepted file has to be, whatever was done to it. */
export function lawsOf({ as }: { as: string }, loaded: Loaded, bytes: Buffer): string[] {
  const problems: string[] = [];
  const distinct = new Set(loaded.lines).size;
  if (distinct !== loaded.lines.length) problems.push('a line is loaded and rejected, or loaded twice');
  // a repeated delivery of a callback is one event
  if (as !== 'callbacks' && loaded.lines.length !== loaded.rows)
    problems.push(`${loaded.rows} rows were read, and ${loaded.lines.length} are loaded or rejected`);
  if (loaded.proof !== null && loaded.proof.stated !== loaded.proof.counted)
    problems.push(
      `the balances of the file differ by ${loaded.proof.stated}, and its lines add up to ${loaded.proof.counted}`,
    );
  const layout = loaded.format === undefined ? undefined : layoutOf(bytes, loaded.format, loaded.headerLine);
  if (as !== 'callbacks' && layout?.isRegular === true && layout.records.length !== loaded.rows)
    problems.push(`the file has ${layout.records.length} records, and ${loaded.rows} were read`);
  return problems;
}

/** What is wrong with the outcome of a mutant, in words; nothing where it is refused, or differs as it may. */
export function judge(original: Loaded, mutant: Mutant, outcome: Outcome): string[] {
  if (outcome.status === 'crashed') {
    const { error } = outcome;
    return [`it crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
  if (outcome.status === 'refused') {
    const isStrange = /undefined|\[object|NaN|Internal Error|INTERNAL/.test(outcome.message);
    return isStrange ? [`its refusal reads: ${outcome.code} ${outcome.message}`] : [];
  }
  const { changed, removed, added, isStructure = false, isContradicted = false } = mutant.allowed;
  const isReordered = outcome.dateOrder !== null && outcome.dateOrder !== original.dateOrder;
  const comparable = (loaded: Loaded) => (isReordered ? withoutDates(loaded.facts) : loaded.facts);
  const lost = missing(comparable(original), comparable(outcome));
  const gained = missing(comparable(outcome), comparable(original));
  const problems: string[] = [];
  // a record that is rejected is lost in plain sight
  const rejectedMore = Math.max(0, outcome.rejected - original.rejected);
  if (lost.length > changed + rejectedMore)
    problems.push(`${lost.length} facts are lost or changed, at most ${changed} may be: ${lost.slice(0, 2).join(' ')}`);
  if (gained.length > changed + added)
    problems.push(`${gained.length} facts are new, at most ${changed + added} may be: ${gained.slice(0, 2).join(' ')}`);
  if (isContradicted && gained.length > 0)
    problems.push(`${gained.length} lines that contradict themselves are accepted: ${gained.slice(0, 2).join(' ')}`);
  if (outcome.lines.length < original.lines.length - removed)
    problems.push(`${original.lines.length} lines became ${outcome.lines.length}, and at most ${removed} may be gone`);
  if (outcome.lines.length > original.lines.length + added)
    problems.push(`${original.lines.length} lines became ${outcome.lines.length}, and at most ${added} may be new`);
  if (isStructure && Number.isFinite(removed)) {
    const without = missing(original.amounts, outcome.amounts).length;
    if (without > removed + rejectedMore)
      problems.push(
        `${without} amounts changed with the frame of the file: ${missing(original.amounts, outcome.amounts).slice(0, 3).join(' ')}`,
      );
  }
  return problems;
}
