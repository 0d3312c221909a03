import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordsIn } from '../../../src/messages/words.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { added } from '../../../src/report/shown-value.ts';
import { signOffPdf } from '../../../src/report/sign-off/sign-off-pdf.ts';
import {
  givenSignOff,
  givenStatement,
  kindsOf,
  pageFacts,
  plainLetterhead,
  readPdf,
  statementLine,
} from '../../given/sign-off.ts';

const ms = wordsIn('ms');

const balance = (code: string, amount: string, title: string) => statementLine(code, amount, { title });
const whole = givenSignOff({
  statements: [
    givenStatement('gateway', {
      balance: [
        balance('balance_per_gateway', '1000.0000', 'Balance per gateway'),
        ...kindsOf('add', 60),
        ...kindsOf('less', 60),
        balance('balance_per_ledger', '999.0000', 'Balance per ledger'),
      ],
    }),
    givenStatement('deposits', {
      roll_forward: [
        balance('sent', '50.0000', 'Add: sent by the gateway'),
        balance('closing', '50.0000', 'Closing amount in transit'),
      ],
    }),
    givenStatement(
      'payout',
      {
        roll_forward: [
          balance('opening', '0.0000', 'Opening balance of the account'),
          balance('closing', '0.0000', 'Closing balance of the account'),
        ],
      },
      { subject: 'account 31' },
    ),
  ],
});
test('What stands beside a line and has room is printed whole', async () => {
  // widths are sums and differences of fractions, so some of many texts would not fit exactly
  for (const from of [1, 44]) {
    const moved = Array.from({ length: 43 }, (_, at) =>
      statementLine('refunded', `${at + 1}.0000`, { title: 'Less: refunds', count: from + at }),
    );
    const kinds = Array.from({ length: 4 }, (_, at) =>
      statementLine('add', '1.0000', { title: 'Kind', sign: 1, kind: `k${at}`, count: 1, day: `2026-10-0${at + 5}` }),
    );
    const lines = { balance: [balance('balance_per_gateway', '1.0000', 'Balance'), ...kinds], roll_forward: moved };
    const { bytes } = await signOffPdf(givenSignOff({ statements: [givenStatement('gateway', lines)] }), pageFacts());
    const shown = (await readPdf(bytes)).lines;
    expect(shown.filter((line) => line.includes('…'))).toEqual([]);
    expect(shown.filter((line) => /1 item, of \d Oct 2026/.test(line))).toHaveLength(4);
  }
});

const paper = { left: 39, right: 557, bottom: 842 };

describe('A page with sixty kinds of items to add and sixty to subtract', () => {
  test('is one sheet, on which the sums add up', async () => {
    const { bytes } = await signOffPdf(whole, pageFacts());
    const { pageCount, lines, words } = await readPdf(bytes);
    expect(pageCount).toBe(1);
    const from = lines.indexOf('Add');
    const to = lines.findIndex((line) => line.startsWith('Balance that the books should show'));
    const amounts = lines.slice(from, to).flatMap((line) => line.match(/[−-]?[\d,]+\.\d{2}$/)?.[0] ?? []);
    expect(amounts.length).toBeGreaterThan(8);
    expect(lines.filter((line) => /^\d+ further kinds/.test(line))).toHaveLength(2);
    expect(added('1000', ...amounts.map((amount) => amount.replaceAll(',', '').replace('−', '-')))).toBe('1000.0000');
    expect(lines[to]).toMatch(/1,000\.00$/);
    expect(lines).toContainEqual(expect.stringMatching(/^Unexplained difference .* 1\.00$/));
    for (const word of words) {
      expect(word.left).toBeGreaterThan(paper.left);
      expect(word.right).toBeLessThan(paper.right);
      expect(word.base).toBeLessThan(paper.bottom);
    }
    // the figures end above the lines to sign
    const signed = words.find(({ text }) => text === 'Prepared')?.base ?? 0;
    expect(words.find(({ text }) => text === 'decisions.')?.base).toBeLessThan(signed);
  });

  test('has the same bytes for the same content', async () => {
    const [first, second] = [await signOffPdf(whole, pageFacts()), await signOffPdf(whole, pageFacts())];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const later = await signOffPdf(whole, pageFacts({ madeAt: '2026-11-03T02:30:00.000Z' }));
    expect(later.bytes.equals(first.bytes)).toBe(false);
  });

  test('declares PDF/A-2b, with the time that it states, and embeds its fonts', async () => {
    const text = (await signOffPdf(whole, pageFacts())).bytes.toString('latin1');
    expect(text).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(text).toContain('<xmp:CreateDate>2026-11-02T02:30:00Z</xmp:CreateDate>');
    expect(text.match(/\/FontFile2 /g)).toHaveLength(2);
    expect(text).toContain('/OutputIntent');
    expect(text).not.toMatch(/\/(?:JavaScript|JS|Launch|EmbeddedFile|URI|AA|OpenAction)\b/);
  });
});

describe('The state of the page', () => {
  const linesOf = async (...given: Parameters<typeof signOffPdf>) =>
    (await readPdf((await signOffPdf(...given)).bytes)).lines;

  test('is a draft, unless it has the manifest of a closed month', async () => {
    const draft = (await linesOf(whole, pageFacts())).join('\n');
    expect(draft).toContain('Draft: the month is not closed');
    expect(draft).toContain(
      'Made 2026-11-02 10:30:00 (Asia/Kuala_Lumpur), with everything received until 2026-11-02 09:00:00; tieout 1.2.3',
    );
    expect(draft).toContain(`Configuration SHA-256 ${'c'.repeat(64)}`);
    expect(draft).not.toContain('Manifest');
    expect((await linesOf(whole, pageFacts({ isOpenMonth: false }))).join('\n')).toContain(
      'Draft: the page of a closed month is in its pack',
    );
    const closed = (await linesOf(whole, pageFacts({ manifest: 'd'.repeat(64), isOpenMonth: false }))).join('\n');
    expect(closed).toContain('Closed 2026-11-02 10:30:00');
    expect(closed).toContain(`Manifest SHA-256 ${'d'.repeat(64)}`);
    expect(closed).not.toContain('Draft');
  });

  test('is test mode where the money is not real, in the language of the reports', async () => {
    const lines = await linesOf(givenSignOff({ isTest: true }), pageFacts({ words: ms }));
    expect(lines.join('\n')).toContain(ms.say('masthead-test_mode'));
    expect(lines.join('\n')).toContain('Disediakan oleh');
    expect(await linesOf(givenSignOff(), pageFacts())).toContain(
      'There is no statement: no balance is known at the end of the period.',
    );
  });
});

describe('The letterhead', () => {
  const logo = readFileSync(join(packageRoot, 'docs', 'pictures', 'page.png'));

  test('has its lines, its logo and the names of those who sign', async () => {
    const letterhead = {
      ...plainLetterhead,
      lines: ['Acme Sdn. Bhd.', '12 Jalan Example', 'Registration 1'],
      logo,
      preparedBy: 'Aida binti Rahman',
      reviewedBy: 'Søren Žižek',
    };
    const { bytes, missing } = await signOffPdf(whole, pageFacts({ letterhead }));
    const { pageCount, lines } = await readPdf(bytes);
    expect(pageCount).toBe(1);
    expect(missing).toBe('');
    expect(lines.slice(0, 3).join('\n')).toContain('Acme Sdn. Bhd.\n12 Jalan Example\nRegistration 1');
    expect(lines.join('\n')).toMatch(/Name +Aida binti Rahman +Name +Søren Žižek/);
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  });

  test('and texts of any script or length do not break the page', async () => {
    const odd = [
      'شركة كداي ماجو 12 و 34',
      'תקווה',
      'Ελληνικά Кириллица ไทย தமிழ்',
      '快乐商店 😀 \u202Egnp\u0000',
      '<b>&amp;</b> ) Tj ET (',
      'x'.repeat(100),
    ];
    const hostile = givenSignOff({
      groups: [
        {
          decision: 'explain',
          author: 'م'.repeat(300),
          approver: '快'.repeat(300),
          count: 1,
          debit: `${'9'.repeat(34)}.0000`,
          credit: '1.0000',
        },
      ],
      largest: odd.map((text) => ({
        decision: text,
        author: text,
        approver: text,
        reference: text,
        reason: text,
        note: text.repeat(50),
        amount: '1.0000',
      })),
      statements: [givenStatement('payout', {}, { subject: odd.join(' ').repeat(20) })],
    });
    const letterhead = { ...plainLetterhead, lines: odd, preparedBy: odd.join(''), reviewedBy: '\n' };
    const { bytes, missing } = await signOffPdf(hostile, pageFacts({ letterhead }));
    const { pageCount, words } = await readPdf(bytes);
    expect(pageCount).toBe(1);
    expect(missing).toContain('快');
    expect(missing).not.toContain('ש');
    for (const { left, right } of words) {
      expect(left).toBeGreaterThan(paper.left);
      expect(right).toBeLessThan(paper.right + 1);
    }
    // an amount is never cut
    expect(words.map(({ text }) => text).join(' ')).toContain(
      '9,999,999,999,999,999,999,999,999,999,999,999.00 / −1.00',
    );
  });
});
