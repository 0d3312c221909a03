import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FluentResource } from '@fluent/bundle';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { withFigures } from '../../src/messages/message.ts';
import { english, wordsIn } from '../../src/messages/words.ts';
import { packageRoot } from '../../src/package-root.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { sqlRoot, sqlStatements } from '../../src/warehouse/sql-files.ts';
import { filesBelow } from '../given/sources.ts';

/** The variables of each message of a language, with those of the messages within it. */
const messages = new Map<string, Map<string, string[]>>();
/** What gives a message: a rule, or a call in src/, with the code or, where it is put together, the first part of it. */
type Use = { code: string; isPrefix: boolean; figures: string[] };
/** The messages that are part of another one. */
const within = new Set<string>();
let given: Use[];
let called: Use[];

const isOf = ({ code, isPrefix }: Use, id: string) => (isPrefix ? id.startsWith(code) : id === code);

/** The names within a pattern: those of variables (`var`), or of other messages (`mesg`). */
function namesOf(pattern: unknown, type: 'var' | 'mesg'): string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  const own = 'type' in pattern && pattern.type === type && 'name' in pattern ? [String(pattern.name)] : [];
  return [...own, ...Object.values(pattern).flatMap((part) => namesOf(part, type))];
}

/** The text of a call from its opening bracket to the closing one. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if ('({['.includes(text[place] ?? ' ')) depth += 1;
    if (')}]'.includes(text[place] ?? ' ')) depth -= 1;
    if (depth === 0) return text.slice(start, place);
  }
  return text.slice(start);
}

/** The names of the properties of an object in TypeScript, from behind its opening bracket. */
function propertiesOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('({['.includes(letter)) depth += 1;
    if (')}]'.includes(letter)) depth -= 1;
    if (depth < 0) break;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.flatMap((part) => /^\s*([a-z_\d]+)\s*(?::|$)/.exec(part)?.[1] ?? []).sort();
}

/** The calls of `say` and `find` in a file of src/. */
const callsIn = (text: string): Use[] =>
  [...text.matchAll(/\b(?:say|find)\(\s*(['`])([a-z_]+(?:-[a-z_]*)*)('|`|\$\{)/g)].map((call) => {
    const [all, , code = '', end] = call;
    const rest = callAt(text, call.index + all.indexOf('('));
    return { code, isPrefix: end === '${', figures: propertiesOf(/, \{([\s\S]*)$/.exec(rest)?.[1] ?? '') };
  });

beforeAll(async () => {
  for (const language of ['en', 'ms']) {
    const { body } = new FluentResource(await readFile(join(packageRoot, 'messages', `${language}.ftl`), 'utf8'));
    const patterns = new Map(body.map(({ id, value }) => [id, value] as const));
    const variablesOf = (id: string): string[] => [
      ...namesOf(patterns.get(id), 'var'),
      ...namesOf(patterns.get(id), 'mesg').flatMap(variablesOf),
    ];
    messages.set(language, new Map(body.map(({ id }) => [id, [...new Set(variablesOf(id))].sort()] as const)));
    for (const value of patterns.values()) for (const name of namesOf(value, 'mesg')) within.add(name);
  }
  called = filesBelow('src', ['.ts']).flatMap(({ text }) => callsIn(text));
  const folders = (await readdir(sqlRoot, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const files = (await Promise.all(folders.map(({ name }) => sqlStatements(name)))).flat();
  given = files.flatMap(({ text }) =>
    [...text.matchAll(/core\.say\(/g)].flatMap(({ index }) => {
      const call = callAt(text, index + 'core.say'.length);
      const codes = [...(call.split('{')[0] ?? '').matchAll(/'([a-z_]+(?:-[a-z_]*)?)'/g)].map(([, code = '']) => code);
      const isPrefix = /^\(\s*'[a-z_]+-'/.test(call);
      const figures = [...call.matchAll(/[{,]\s*([a-z_]+):/g)].map(([, name = '']) => name);
      const named = isPrefix ? codes.slice(0, 1) : codes.filter((code) => code.includes('-') || codes.length === 1);
      return named.map((code) => ({ code, isPrefix, figures }));
    }),
  );
});

describe('The messages', () => {
  test('of the reasons that a reconciliation declares are there', async () => {
    const declared = (await reconciliations()).flatMap(({ name, reasons }) =>
      reasons.map(({ code }) => ({ name, code })),
    );
    const saying = new Set(given.map(({ code }) => code.split('-')[0]));
    const said = [...(messages.get('en')?.keys() ?? [])];
    // the charges of verifications are items of the payouts' reconciliation, with messages of their own
    const without = declared.filter(
      ({ name, code }) => saying.has(name) && !said.some((id) => id.endsWith(`-${code}`)),
    );
    expect(without).toEqual([]);
  });

  test('have no figure that their rule or call does not give', () => {
    const strange = [...(messages.get('en') ?? [])].flatMap(([id, variables]) => {
      const known = new Set([...given, ...called].filter((use) => isOf(use, id)).flatMap(({ figures }) => figures));
      return within.has(id) ? [] : variables.filter((name) => !known.has(name)).map((name) => `${id} $${name}`);
    });
    expect(strange).toEqual([]);
  });

  test('that src/ says are in messages/en.ftl, with the figures of the call', () => {
    const wrong = called.flatMap(({ code, isPrefix, figures }) => {
      const found = [...(messages.get('en') ?? [])].filter(([id]) => isOf({ code, isPrefix, figures }, id));
      if (found.length === 0) return [`messages/en.ftl has no ${code}`];
      const other = isPrefix ? [] : found.filter(([, variables]) => variables.join() !== figures.join());
      return other.map(
        ([id, variables]) => `${id} has ${variables.join() || 'no figure'}, and is given ${figures.join()}`,
      );
    });
    expect(wrong).toEqual([]);
  });

  test('are all used: by a rule, a call, another message, or as a fixed text of sql/ or src/', () => {
    const sources = [...filesBelow('sql', ['.sql']), ...filesBelow('src', ['.ts'])].map(({ text }) => text).join('\n');
    const isFixed = (id: string) => {
      const text = english().find(id);
      return text !== undefined && [text, text.replaceAll("'", "''")].some((one) => sources.includes(one));
    };
    const isUsed = (id: string) =>
      within.has(id) || sources.includes(`'${id}'`) || [...given, ...called].some((use) => isOf(use, id));
    const plain = (id: string) => messages.get('en')?.get(id)?.length === 0;
    expect([...(messages.get('en')?.keys() ?? [])].filter((id) => !isUsed(id) && !(plain(id) && isFixed(id)))).toEqual(
      [],
    );
  });

  test('in another language are those in English, with no other figures', () => {
    const inEnglish = messages.get('en');
    const wrong = [...(messages.get('ms') ?? [])].filter(
      ([id, variables]) => !variables.every((name) => inEnglish?.get(id)?.includes(name)),
    );
    expect(wrong).toEqual([]);
    expect([...(inEnglish?.keys() ?? [])].filter((id) => messages.get('ms')?.has(id) !== true)).toEqual([]);
  });
});

const say = (code: string, figures: object) => JSON.stringify({ say: code, with: figures });

describe('A sentence', () => {
  test('has its figures as people write them', () => {
    const figures = { amount: 'MYR 1234567.5000', given: 1, due: 2 };
    expect(english().sentence(say('allocation_lifecycle-approved_without_approvals', figures))).toBe(
      'MYR 1,234,567.50 was allocated with 1 of 2 approvals.',
    );
  });

  test('has another text where a figure is missing', () => {
    const figures = { amount: 'KWD 0.5000', received: null, required: null, deadline: '2026-03-01 09:05' };
    expect(english().sentence(say('allocation_lifecycle-waits_for_approval', figures))).toBe(
      'KWD 0.500 is awaiting approval (? of ?), due by 1 Mar 2026 09:05.',
    );
  });

  test('can be several, and one within another', () => {
    const deadline = { day: '2026-11-25', days: 2, is_in_business_days: true, holidays: '23 Nov Deepavali' };
    const transit = say('bank_to_settlement-not_arrived_yet', {
      sent: 'JPY 5000.0000',
      expected: say('deadline', deadline),
    });
    expect(english().sentence(JSON.stringify({ all: [transit, 'As it is.'] }))).toBe(
      'Deposit in transit: JPY 5,000, expected by 25 Nov 2026 (2 business days; 23 Nov Deepavali). As it is.',
    );
  });

  test('that are said within several messages are said once', () => {
    const missing = (what: string) => ({ all: [what, { all: ['Rejected: no network.', 'Run again.'] }] });
    expect(english().sentence(JSON.stringify({ all: [missing('No list.'), missing('No statement.')] }))).toBe(
      'No list. Rejected: no network. Run again. No statement.',
    );
  });

  test('writes a deadline with what it was counted by', async () => {
    const malay = wordsIn('ms');
    const by = (days: number, is_in_business_days: boolean, holidays: string | null) =>
      malay.sentence(say('deadline', { day: '2026-08-25', days, is_in_business_days, holidays }));
    expect(by(2, true, '23 Ogo Awal')).toBe('25 Ogo 2026 (2 hari bekerja; 23 Ogo Awal)');
    expect(by(1, true, null)).toBe('25 Ogo 2026 (1 hari bekerja)');
    expect(by(2, false, '23 Ogo Awal')).toBe('25 Ogo 2026 (tanpa 23 Ogo Awal)');
    expect(by(2, false, null)).toBe('25 Ogo 2026');
    expect(
      english().sentence(say('deadline', { day: '2026-08-25', days: 1, is_in_business_days: true, holidays: null })),
    ).toBe('25 Aug 2026 (1 business day)');
  });

  test('is in another language what the message of the English one says', () => {
    const message = say('orders_to_statement-amount_differs', {
      order_id: 'A-1',
      ordered: 'MYR 10.0000',
      paid: 'MYR 9.0000',
    });
    const malay = wordsIn('ms');
    expect(malay.sentence(message)).toBe('Pesanan A-1 bernilai MYR 10.00, dan MYR 9.00 dibayar.');
    expect(malay.sentence('Callback and statement agree.')).toBe('Mesej dan penyata adalah sama.');
    expect(malay.sentence('A text of a user.')).toBe('A text of a user.');
  });

  test('whose only part is a fixed text is that text in the language', () => {
    const text = 'The turnover of the day was not received.';
    expect(wordsIn('ms').sentence(JSON.stringify({ all: [text] }))).toBe('Perolehan hari itu tidak diterima.');
  });

  test('shows a text of others as it is, whatever it holds', () => {
    const hostile = ['{ $order_id }', '{"say":"deadline"}', '{', '\\u0041', '<b>', '{ MONEY($paid) }', '\u2068'];
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom(...hostile)).filter((text) => text !== ''),
        (reference) => {
          const message = say('orders_to_statement-names_two_payments', { order_id: reference, order_reference: 'R' });
          expect(english().sentence(message)).toBe(
            `Order ${reference} names one payment by its id and another by its reference R.`,
          );
        },
      ),
    );
  });

  test('of a message that is not known, or of a text that is no message, is the text', () => {
    for (const text of ['', 'Paid.', '{"say":1}', '{"say":"unknown","with":{}}', '{"say":', '{"all":[1]}'])
      expect(english().sentence(text)).toBe(text);
  });
});

describe('The figures of a message', () => {
  const masked = (text: string) => text.replaceAll('Farid Tan', 'person-1');

  test('are changed as texts, also next to a line break and within other messages', () => {
    const waived = { say: 'control-waived', with: { author: 'aida', why: 'see\nFarid Tan' } };
    const inner = JSON.stringify({
      say: 'closed',
      with: { reason: 'Farid Tan paid.', file: null, closed_on: '2026-11-03' },
    });
    const given = JSON.stringify({
      all: [waived, 'Farid Tan', { say: 'changed', with: { how: 'reopened', reason: inner } }],
    });
    const result = withFigures(given, masked);
    expect(result).not.toContain('Farid');
    expect(english().sentence(result)).toBe(
      'Waived by aida: see\nperson-1 person-1 Reopened. person-1 paid. Closed by the run of 3 Nov 2026.',
    );
  });

  test('of a text that is no message are the text', () => {
    expect(withFigures('Farid Tan', masked)).toBe('person-1');
    expect(withFigures('{"say":"Farid Tan', masked)).toBe('{"say":"person-1');
  });
});
