/** The mutants by input and field: how many there were, and how each ended. */
export function scoreRows(tried) {
  const rows = new Map();
  for (const { input, field, kind, ending } of tried) {
    const key = `${input} ${field} ${kind}`;
    const row = rows.get(key) ?? {
      input,
      field,
      kind,
      mutants: 0,
      noticed: 0,
      true_outcome: 0,
      harmless: 0,
      no_effect: 0,
      known: 0,
      survived: 0,
    };
    row.mutants += 1;
    row[ending === 'failed' ? 'survived' : ending] += 1;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => {
    const [left, right] = [a, b].map(({ input, field }) => `${input} ${field}`);
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

const strictKinds = ['money', 'date', 'key', 'status', 'currency', 'method', 'presence'];
const grouped = (number) => number.toLocaleString('en');
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('{', '\\{');
const isStrict = ({ kind }) => strictKinds.includes(kind);

function table(columns, rows) {
  const head = columns.map((column) => (typeof column === 'string' ? column : column.number));
  const rule = columns.map((column) => (typeof column === 'string' ? '---' : '---:'));
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** What may be green, by input, field and change, with what was checked of it and the reason. */
function excused(tried) {
  const rows = new Map();
  for (const { input, field, change, because, condition = '' } of tried) {
    const key = [input, field, change, condition, because].join('\n');
    const row = rows.get(key) ?? { cells: [input, field, change, condition, because], count: 0 };
    row.count += 1;
    rows.set(key, row);
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { cells, count }]) => [...cells, count]);
  return sorted.length === 0
    ? 'None.'
    : table(['input', 'field', 'change', 'condition', 'reason', { number: 'mutants' }], sorted);
}

/** The reasons of the kinds in which a written reason is enough, each with the fields that it is for. */
function reasonsOf(tried) {
  const reasons = new Map();
  for (const { input, field, change, ending, because } of tried) {
    const of = reasons.get(because) ?? new Set();
    of.add(`${input} ${field}${ending === 'true_outcome' || field.startsWith('(') ? ` ${change}` : ''}`);
    reasons.set(because, of);
  }
  const sorted = [...reasons].sort(([a], [b]) => (a < b ? -1 : 1));
  return table(
    ['reason', 'changes'],
    sorted.map(([reason, of]) => [reason, [...of].sort().join(', ')]),
  );
}

const endings = [
  { number: 'mutants' },
  { number: 'noticed' },
  { number: 'true outcome' },
  { number: 'harmless' },
  { number: 'no effect' },
  { number: 'survived, known' },
  { number: 'survived' },
];

/** docs/proof.md: the last recorded run by input and field, what may be green and why, and what survived. */
export function proofPage(tried, { seed, seconds, processes }) {
  const count = (ending, list = tried) => list.filter((one) => ending.includes(one.ending)).length;
  const strict = tried.filter(isStrict);
  const worlds = [...new Set(tried.map(({ world }) => world))].sort();
  const inputs = [...new Set(tried.map(({ input }) => input))].sort();
  const harmless = tried.filter(({ ending }) => ending === 'harmless');
  const known = tried.filter(({ ending }) => ending === 'known');
  const left = tried.filter(({ ending }) => ending === 'survived' || ending === 'failed');
  const score = (list) => {
    const asked = list.length - count(['harmless', 'no_effect'], list);
    return `${grouped(count(['noticed', 'true_outcome'], list))} of ${grouped(asked)}`;
  };
  const counts = (list) => [
    list.length,
    ...['noticed', 'true_outcome', 'harmless', 'no_effect', 'known'].map((ending) => count([ending], list)),
    count(['survived', 'failed'], list),
  ];
  return `# Proof by mutants

<!-- Written by \`npm run mutants -- --record\`. -->

\`npm run mutants\` generates merchants without planted breaks, whose days are all reconciled: answers of both services, orders, bank and callbacks. It changes
one thing in one input (a value, a record, a column, a page, an answer, what its receipt says, a line of the configuration), loads it and runs. A mutant is
noticed when a day is no longer green. Otherwise an item must have another, true outcome, or \`test/mutants/harmless.yaml\` must say why the change cannot
matter. What is left has survived. In money, dates, keys, statuses, currencies, methods and the presence of records a reason alone is not enough: the harness
checks a condition of each such mutant, and both are printed below. A change with which a run computes the same is counted apart.
A survivor that is listed as not noticed is known, and counts as a survivor.

The last recorded run, with seed ${seed}: ${grouped(tried.length)} mutants of ${worlds.length} merchants (${worlds.join(', ')}) in ${Math.round(seconds / 60)} minutes with ${processes} processes.
Of those that matter, ${score(tried)} were noticed; in money, dates, keys, statuses, currencies, methods and presence ${score(strict)}.
**${grouped(known.length + left.length)} survived, of which ${grouped(known.length)} are known**; in money, dates, keys, statuses, currencies, methods and presence
${grouped(count(['known', 'survived', 'failed'], strict))}, of which ${grouped(count(['known'], strict))} are known. In these kinds ${grouped(count(['harmless'], strict))} were harmless under a condition, and ${grouped(count(['no_effect'], strict))} had no effect.

${table(
  ['input', ...endings],
  inputs.map((input) => [input, ...counts(tried.filter((one) => one.input === input))]),
)}

A mutant is repeated with \`npm run mutants -- --only ID\`, which prints the change and what the run says otherwise. The ids of survivors that are not known
are printed, and the command then ends with exit status 1.

## Survived

${left.length === 0 ? 'None that is not known.' : table(['mutant', 'change'], left.map(({ id, what }) => [id, what]).sort())}

## Survived, known

${excused(known)}

## Harmless in money, dates, keys, statuses, currencies, methods and presence

${excused(harmless.filter(isStrict))}

## Without effect

${excused(tried.filter(({ ending }) => ending === 'no_effect'))}

## Harmless elsewhere, and true outcomes

${reasonsOf(tried.filter((one) => one.ending === 'true_outcome' || (one.ending === 'harmless' && !isStrict(one))))}

## By input and field

${table(
  ['input', 'field', 'kind', ...endings],
  scoreRows(tried).map(
    ({
      input,
      field,
      kind,
      mutants,
      noticed,
      true_outcome,
      harmless: excused,
      no_effect: same,
      known: gaps,
      survived,
    }) => [...[input, field, kind, mutants, noticed, true_outcome, excused, same, gaps, survived]],
  ),
)}
`;
}
