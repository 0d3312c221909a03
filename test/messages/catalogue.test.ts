import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FluentResource } from '@fluent/bundle';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, catalogueOf } from '../../src/messages/catalogue.ts';
import { withFigures } from '../../src/messages/message.ts';
import { packageRoot } from '../../src/package-root.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { sqlRoot, sqlStatements } from '../../src/warehouse/sql-files.ts';

let english: Catalogue;
/** The variables of each message of a language. */
const messages = new Map<string, Map<string, string[]>>();
/** The figures that a rule gives, by its code or, where the code is put together, by the first part of it. */
let given: { code: string; isPrefix: boolean; figures: string[] }[];

/** The names of all variables within a pattern. */
function variablesOf(pattern: unknown): string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  const own = 'type' in pattern && pattern.type === 'var' && 'name' in pattern ? [String(pattern.name)] : [];
  return [...own, ...Object.values(pattern).flatMap(variablesOf)];
}

/** The text of a call from its opening bracket to the closing one. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1;
    if (text[place] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, place);
  }
  return text.slice(start);
}

beforeAll(async () => {
  english = await catalogueOf('en');
  for (const language of ['en', 'ms']) {
    const { body } = new FluentResource(await readFile(join(packageRoot, 'messages', `${language}.ftl`), 'utf8'));
    messages.set(
      language,
      new Map(body.map(({ id, value }) => [id, [...new Set(variablesOf(value))].sort()] as const)),
    );
  }
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

  test('have no figure that their rule does not give', () => {
    const strange = [...(messages.get('en') ?? [])].flatMap(([id, variables]) => {
      const rules = given.filter(({ code, isPrefix }) => (isPrefix ? id.startsWith(code) : id === code));
      const known = new Set(rules.flatMap(({ figures }) => figures));
      return variables.filter((name) => !known.has(name)).map((name) => `${id} $${name}`);
    });
    expect(strange).toEqual([]);
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
    expect(english.sentence(say('allocation_lifecycle-approved_without_approvals', figures))).toBe(
      'MYR 1,234,567.50 was allocated with 1 of 2 approvals.',
    );
  });

  test('has another text where a figure is missing', () => {
    const figures = { amount: 'KWD 0.5000', received: null, required: null, deadline: '2026-03-01 09:05' };
    expect(english.sentence(say('allocation_lifecycle-waits_for_approval', figures))).toBe(
      'KWD 0.500 is awaiting approval (? of ?), due by 1 Mar 2026 09:05.',
    );
  });

  test('can be several, and one within another', () => {
    const deadline = { day: '2026-11-25', days: 2, is_in_business_days: true, holidays: '23 Nov Deepavali' };
    const transit = say('bank_to_settlement-not_arrived_yet', {
      sent: 'JPY 5000.0000',
      expected: say('deadline', deadline),
    });
    expect(english.sentence(JSON.stringify({ all: [transit, 'As it is.'] }))).toBe(
      'Deposit in transit: JPY 5,000, expected by 25 Nov 2026 (2 business days; 23 Nov Deepavali). As it is.',
    );
  });

  test('that are said within several messages are said once', () => {
    const missing = (what: string) => ({ all: [what, { all: ['Rejected: no network.', 'Run again.'] }] });
    expect(english.sentence(JSON.stringify({ all: [missing('No list.'), missing('No statement.')] }))).toBe(
      'No list. Rejected: no network. Run again. No statement.',
    );
  });

  test('writes a deadline with what it was counted by', async () => {
    const malay = await catalogueOf('ms', { origins: new Map(), phrase: (text) => text });
    const by = (days: number, is_in_business_days: boolean, holidays: string | null) =>
      malay.sentence(say('deadline', { day: '2026-08-25', days, is_in_business_days, holidays }));
    expect(by(2, true, '23 Ogo Awal')).toBe('25 Ogo 2026 (2 hari bekerja; 23 Ogo Awal)');
    expect(by(1, true, null)).toBe('25 Ogo 2026 (1 hari bekerja)');
    expect(by(2, false, '23 Ogo Awal')).toBe('25 Ogo 2026 (tanpa 23 Ogo Awal)');
    expect(by(2, false, null)).toBe('25 Ogo 2026');
    expect(
      english.sentence(say('deadline', { day: '2026-08-25', days: 1, is_in_business_days: true, holidays: null })),
    ).toBe('25 Aug 2026 (1 business day)');
  });

  test('is in another language what the message of the English one says', async () => {
    const message = say('orders_to_statement-amount_differs', {
      order_id: 'A-1',
      ordered: 'MYR 10.0000',
      paid: 'MYR 9.0000',
    });
    const known = english.sentence(message);
    const malay = await catalogueOf('ms', { origins: new Map([[known, message]]), phrase: (text) => text });
    expect(malay.sentence(known)).toBe('Pesanan A-1 bernilai MYR 10.00, dan MYR 9.00 dibayar.');
    expect(malay.sentence('Callback and statement agree.')).toBe('Mesej dan penyata adalah sama.');
    expect(malay.sentence('A text of a user.')).toBe('A text of a user.');
  });

  test('whose only part is a text has an English sentence that is that text', async () => {
    const text = 'The turnover of the day was not received.';
    const malay = await catalogueOf('ms', {
      origins: new Map([[text, JSON.stringify({ all: [text] })]]),
      phrase: (english) => (english === text ? 'Perolehan tidak diterima.' : english),
    });
    expect(malay.sentence(text)).toBe('Perolehan tidak diterima.');
  });

  test('shows a text of others as it is, whatever it holds', () => {
    const hostile = ['{ $order_id }', '{"say":"deadline"}', '{', '\\u0041', '<b>', '{ MONEY($paid) }', '\u2068'];
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom(...hostile)).filter((text) => text !== ''),
        (reference) => {
          const message = say('orders_to_statement-names_two_payments', { order_id: reference, order_reference: 'R' });
          expect(english.sentence(message)).toBe(
            `Order ${reference} names one payment by its id and another by its reference R.`,
          );
        },
      ),
    );
  });

  test('of a message that is not known, or of a text that is no message, is the text', () => {
    for (const text of ['', 'Paid.', '{"say":1}', '{"say":"unknown","with":{}}', '{"say":', '{"all":[1]}'])
      expect(english.sentence(text)).toBe(text);
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
    expect(english.sentence(result)).toBe(
      'Waived by aida: see\nperson-1 person-1 Reopened. person-1 paid. Closed by the run of 3 Nov 2026.',
    );
  });

  test('of a text that is no message are the text', () => {
    expect(withFigures('Farid Tan', masked)).toBe('person-1');
    expect(withFigures('{"say":"Farid Tan', masked)).toBe('{"say":"person-1');
  });
});
