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

function table(title, rows) {
  const line = ({ input, field, kind, ...row }) =>
    `| ${cell(input)} | ${cell(field)} | ${kind} | ${row.mutants} | ${row.noticed} | ${row.true_outcome} | ${row.harmless} | ${row.survived} |`;
  return `## ${title}

| input | field | kind | mutants | noticed | true outcome | harmless | survived |
|---|---|---|---:|---:|---:|---:|---:|
${rows.map(line).join('\n')}
`;
}

/** docs/proof.md: the last recorded run by input and field, and the reasons of what may be green. */
export function proofPage(tried, { seed, seconds, processes }) {
  const rows = scoreRows(tried);
  const count = (endings, list = tried) => list.filter(({ ending }) => endings.includes(ending)).length;
  const strict = tried.filter(({ kind }) => strictKinds.includes(kind));
  const worlds = [...new Set(tried.map(({ world }) => world))].sort();
  const inputs = [...new Set(tried.map(({ input }) => input))].sort();
  const reasons = new Map();
  for (const { ending, input, field, change, because } of tried)
    if (ending === 'harmless' || ending === 'true_outcome') {
      const of = reasons.get(because) ?? new Set();
      of.add(`${input} ${field}${ending === 'true_outcome' || field.startsWith('(') ? ` ${change}` : ''}`);
      reasons.set(because, of);
    }
  const score = (list) => {
    const noticed = count(['noticed', 'true_outcome'], list);
    const asked = list.length - count(['harmless'], list);
    return `${grouped(noticed)} of ${grouped(asked)}`;
  };
  return `# Proof by mutants

<!-- Written by \`npm run mutants -- --record\`. -->

\`npm run mutants\` generates merchants without planted breaks, whose days are all reconciled: answers of both services, orders, bank and callbacks. It changes
one thing in one input (a value, a record, a column, a page, an answer, what its receipt says, a line of the configuration), loads it and runs. A mutant is
noticed when a day is no longer green. Otherwise an item must have another, true outcome, or \`test/mutants/harmless.yaml\` must say why the change cannot
matter. What is left has survived. In money, dates, keys, statuses, currencies, methods and the presence of records none may survive.

The last recorded run, with seed ${seed}: ${grouped(tried.length)} mutants of ${worlds.length} merchants (${worlds.join(', ')}) in ${Math.round(seconds / 60)} minutes with ${processes} processes.
Of those that matter, ${score(tried)} were noticed; in money, dates, keys, statuses, currencies, methods and presence ${score(strict)}.
**${count(['survived', 'failed'])} survived.**

| input | mutants | noticed | true outcome | harmless | survived |
|---|---:|---:|---:|---:|---:|
${inputs
  .map((input) => {
    const own = tried.filter((one) => one.input === input);
    return `| ${cell(input)} | ${own.length} | ${count(['noticed'], own)} | ${count(['true_outcome'], own)} | ${count(['harmless'], own)} | ${count(['survived', 'failed'], own)} |`;
  })
  .join('\n')}

A mutant is repeated with \`npm run mutants -- --only ID\`, which prints the change and what the run says otherwise. The ids of survivors are printed.

${table('By input and field', rows)}
## What may be green, and why

| reason | changes |
|---|---|
${[...reasons]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([reason, of]) => `| ${cell(reason)} | ${cell([...of].sort().join(', '))} |`)
  .join('\n')}
`;
}
