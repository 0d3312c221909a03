import { linesOf, lineText } from '../../packages/files/src/pdf/page-lines.ts';
import { readPage } from '../../packages/files/src/pdf/page-words.ts';
import { openDocument } from '../../packages/files/src/pdf/pdf-library.ts';
import { english } from '../../src/messages/words.ts';
import type { Letterhead } from '../../src/report/sign-off/letterhead.ts';
import type { SignOff } from '../../src/report/sign-off/read-sign-off.ts';
import type { PageFacts } from '../../src/report/sign-off/sign-off-pdf.ts';
import type { Statement, StatementLine } from '../../src/report/statement/read-statements.ts';

export const statementLine = (
  code: string,
  amount: string | undefined,
  facts: Partial<StatementLine> = {},
): StatementLine => ({ code, kind: '', sign: 0, title: code, amount, count: undefined, day: undefined, ...facts });

export const givenStatement = (
  name: Statement['name'],
  lines: Partial<Statement['lines']>,
  facts: Partial<Statement> = {},
): Statement => ({
  name,
  currency: 'MYR',
  subject: '',
  lines: { balance: [], roll_forward: [], composition: [], open: [], written_off: [], ageing: [], ...lines },
  ...facts,
});

/** Reconciling items of so many kinds: the amount of kind n has n whole units. */
export const kindsOf = (code: 'add' | 'less', count: number): StatementLine[] =>
  Array.from({ length: count }, (_, index) =>
    statementLine(code, `${code === 'less' ? '-' : ''}${index + 1}.1000`, {
      kind: `${code}_${index + 1}`,
      title: `${code === 'add' ? 'Added' : 'Taken'} kind ${index + 1}`,
      count: 1,
      day: '2026-10-02',
    }),
  );

export function givenSignOff(facts: Partial<SignOff> = {}): SignOff {
  const controls = Array.from({ length: 31 }, (_, index) => ({
    currency: 'MYR',
    business_date: `2026-10-${String(index + 1).padStart(2, '0')}`,
    control: 'gateway_balance',
    subject: '',
    title: 'Balance at the gateway',
    state: 'balanced',
    is_decided: false,
    input: null,
  }));
  return {
    scope: { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: '2026-10-01', to: '2026-11-01' },
    currency: 'MYR',
    isTest: false,
    statements: [],
    days: 31,
    reconciledDays: 31,
    register: controls,
    inputs: [],
    groups: [],
    largest: [],
    openCount: 0,
    knownAt: '2026-11-02T01:00:00.000Z',
    configuration: 'c'.repeat(64),
    ...facts,
  };
}

export const plainLetterhead: Letterhead = {
  lines: [],
  logo: undefined,
  fonts: [],
  preparedBy: undefined,
  reviewedBy: undefined,
};

export const pageFacts = (facts: Partial<PageFacts> = {}): PageFacts => ({
  madeAt: '2026-11-02T02:30:00.000Z',
  version: '1.2.3',
  manifest: undefined,
  isOpenMonth: true,
  letterhead: plainLetterhead,
  isPersonalShown: false,
  words: english(),
  ...facts,
});

/** The number of pages of a PDF, the lines of its first page, and the edges of their words. */
export async function readPdf(bytes: Uint8Array) {
  const document = await openDocument(new Uint8Array(bytes), undefined);
  try {
    const page = await readPage(document, 1);
    const lines = linesOf(page);
    return { pageCount: document.pageCount, lines: lines.map(lineText), words: page.words };
  } finally {
    await document.close();
  }
}
