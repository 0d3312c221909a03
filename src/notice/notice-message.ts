import { Temporal } from 'temporal-polyfill';
import { gateTitle } from '../close/gates.ts';
import { redactSecrets } from '../domain/secrets.ts';
import { effectText, type LateChange } from '../report/late-changes.ts';
import { longDay } from '../report/page/figures.ts';
import { escaped } from '../report/page/html.ts';
import { maskedText } from '../report/shown-value.ts';
import { unexplainedText } from '../report/states.ts';
import { phraseIn, type Words } from '../report/words/words.ts';
import { type CloseTry, isClosed } from '../schedule/closes.ts';
import type { OverdueDay } from '../schedule/due.ts';
import { fileOfDay, type NoticeContent, type VerdictChange } from './content.ts';

/** The counts of one company, currency and day in a notice. */
export type NoticeVerdict = {
  currency: string;
  verdict: 'reconciled' | 'reconciled_with_timing' | 'breaks' | 'incomplete';
  matched_count: number;
  break_count: number;
  timing_count: number;
  /** Exact decimal text, major units. */
  unexplained_debit: string;
  unexplained_credit: string;
};

type MessageInput = {
  content: NoticeContent;
  words: Words;
  /** Companies whose statements are of test mode: not real money. */
  testCompanies: ReadonlySet<string>;
  zoneOf: (company: string) => string;
  /** The verdicts of a day, if any. */
  verdictsOf: (company: string, date: string) => readonly NoticeVerdict[];
  /** The proof of a day, and the controls that were not made, as sentences. */
  proofOf: (company: string, date: string) => readonly string[];
  /** The first actions for what is open at the end of a day, as sentences. */
  actionsOf: (company: string, date: string) => readonly string[];
  /** The data directory, which is not named. */
  dataDir: string;
  /** By which people reach the folder of reports, if that is known. */
  reportAddress: string | undefined;
};

/** A notice in the form in which every channel sends it. */
export type NoticeMessage = { events: string[]; subject: string; text: string; html: string; content: NoticeContent };

/** A part of a notice; `link` is the page that it is about. */
type Paragraph = { head: string; lines: string[]; rows: NoticeVerdict[]; link?: { text: string; url: string } };

/** The number of days that a notice lists; it counts the others. */
const daysNamed = 12;

/** A text without secrets and personal data, because notices pass through mail servers and chat tools. */
const safe = (text: string) => maskedText(redactSecrets(text));

/** An error without paths of the machine; the message of an unexpected error may have any text. */
function errorLine({ code, message }: { code: string; message: string }, { words, dataDir }: MessageInput): string {
  const text = code === 'UNEXPECTED' ? words.notice.unexpectedError : message.replaceAll(`${dataDir}/`, '');
  return safe(`${text} (${code})`);
}

function verdictParagraph(one: VerdictChange, input: MessageInput): Paragraph {
  const { words, verdictsOf, proofOf, actionsOf, reportAddress } = input;
  const { notice } = words;
  const { company, date, now } = one;
  const before = one.before === null ? '' : ` (${notice.before} ${words.verdict[one.before]})`;
  const head = `${company}, ${longDay(date, words)}: ${words.verdict[now]}${before}`;
  const error = one.error === undefined ? [] : [errorLine(one.error, input)];
  if (now === 'failed') return { head, lines: [...error, notice.askDoctor], rows: [] };
  const actions = actionsOf(company, date).map((action, index) => safe(`${index + 1}. ${action}`));
  const toDo = actions.length === 0 ? [] : [`${words.open.first}:`, ...actions];
  const page = fileOfDay(company, date, 'html');
  const lines = [...error, ...toDo, ...proofOf(company, date).map(safe)];
  const rows = [...verdictsOf(company, date)];
  return reportAddress === undefined
    ? { head, lines: [...lines, `${notice.page}: ${notice.inData(`reports/${page}`)}`], rows }
    : { head, lines, rows, link: { text: notice.page, url: `${reportAddress}/${page}` } };
}

/** A month that the schedule closed, or could not close. */
function closeParagraph(one: CloseTry, input: MessageInput): Paragraph {
  const { notice } = input.words;
  const { company, month, refused_by: gates, error } = one;
  if (isClosed(one)) return { head: notice.closed(company, month), lines: [notice.closedWhere], rows: [] };
  const titles = gates.map((gate) => phraseIn(input.words, gateTitle(gate)));
  const why = error === undefined ? notice.refusedBy(titles.join('; ')) : errorLine(error, input);
  return { head: notice.notClosed(company, month), lines: [why, notice.notClosedToDo(company, month)], rows: [] };
}

function deadlineLine({ company, date, deadline_at, outcome }: OverdueDay, { words, zoneOf }: MessageInput): string {
  const deadline = Temporal.Instant.from(deadline_at).toZonedDateTimeISO(zoneOf(company));
  const time = `${deadline.toPlainDate()} ${deadline.toPlainTime().toString({ smallestUnit: 'minute' })}, ${deadline.timeZoneId}`;
  return `${company}, ${date}: ${words.notice.missed[outcome]} (${words.notice.deadline} ${time}).`;
}

const lateCount = (changes: readonly LateChange[]) => changes.reduce((sum, { count }) => sum + count, 0);

function paragraphsOf(input: MessageInput): Paragraph[] {
  const { content, words } = input;
  const { notice } = words;
  const named = content.verdicts.slice(-daysNamed);
  const more = content.verdicts.length - named.length;
  return [
    ...named.map((one) => verdictParagraph(one, input)),
    ...(more > 0 ? [{ head: notice.more(more), lines: [], rows: [] }] : []),
    ...content.closes.map((one) => closeParagraph(one, input)),
    ...content.overdue.map(({ company, count, before }) => ({
      head: notice.overdue(company, count, before),
      lines: [notice.overdueToDo],
      rows: [],
    })),
    ...content.late.map(({ company, month, version, changes }) => ({
      head: notice.late(company, month, version, lateCount(changes), effectText(changes)),
      lines: [notice.lateToDo(month)],
      rows: [],
    })),
    ...(content.deadlines.length === 0
      ? []
      : [
          {
            head: notice.deadlinesMissed(content.deadlines.length),
            lines: [...content.deadlines.map((day) => deadlineLine(day, input)), notice.askStatus],
            rows: [],
          },
        ]),
  ];
}

/**
 * The subject names the most serious event (a failure, a missed deadline, a verdict, a close, a closed month that changed, overdue
 * items) and counts the others.
 */
function subjectOf({ content, words }: MessageInput): string {
  const { notice } = words;
  const failed = content.verdicts.find(({ now }) => now === 'failed');
  const [deadline] = content.deadlines;
  const verdict = content.verdicts.at(-1);
  const [overdue] = content.overdue;
  const [late] = content.late;
  const close = content.closes.at(-1);
  const count =
    content.verdicts.length +
    content.closes.length +
    content.overdue.length +
    content.late.length +
    content.deadlines.length;
  const more = count > 1 ? ` ${notice.andMore(count - 1)}` : '';
  if (failed !== undefined) return `${notice.failedSubject}: ${failed.company}, ${failed.date}${more}`;
  if (deadline !== undefined) return `${notice.missedSubject}: ${deadline.company}, ${deadline.date}${more}`;
  if (verdict !== undefined) return `${words.verdict[verdict.now]}: ${verdict.company}, ${verdict.date}${more}`;
  if (close !== undefined) {
    const { closed, notClosed } = notice;
    return `${(isClosed(close) ? closed : notClosed)(close.company, close.month)}${more}`;
  }
  if (late !== undefined) return `${notice.lateSubject}: ${late.company}, ${late.month}${more}`;
  return `${notice.overdueSubject}: ${overdue?.company ?? ''}${more}`;
}

function figures(row: NoticeVerdict, words: Words): string[] {
  return [
    row.currency,
    words.verdict[row.verdict],
    String(row.matched_count),
    String(row.break_count),
    String(row.timing_count),
    unexplainedText(row, row.currency),
  ];
}

function textOf(paragraphs: readonly Paragraph[], words: Words): string {
  const { summary } = words;
  const blocks = paragraphs.map(({ head, lines, rows, link }) =>
    [
      head,
      ...rows.map((row) => {
        const [currency, verdict, agree, disagree, timing, residual] = figures(row, words);
        return `  ${currency}: ${verdict}. ${summary.agree}: ${agree}; ${summary.disagree.toLowerCase()}: ${disagree}; ${summary.timing.toLowerCase()}: ${timing}; ${summary.unexplained.toLowerCase()}: ${residual}.`;
      }),
      ...lines.map((line) => `  ${line}`),
      ...(link === undefined ? [] : [`  ${link.text}: ${link.url}`]),
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

const colours = { incomplete: '#992020', breaks: '#7d4400', reconciled_with_timing: '#1b557f', reconciled: '#0c6139' };

/** Mail programs ignore style sheets, so every element has its own style. */
function htmlOf(subject: string, paragraphs: readonly Paragraph[], words: Words): string {
  const { summary } = words;
  const cell = 'padding:4px 14px 4px 0;text-align:left;border-bottom:1px solid #dfe4e8';
  const number = 'padding:4px 0 4px 14px;text-align:right;border-bottom:1px solid #dfe4e8';
  const heads = [
    summary.currency,
    summary.verdict,
    summary.agree,
    summary.disagree,
    summary.timing,
    summary.unexplained,
  ];
  const blocks = paragraphs.map(({ head, lines, rows, link }) => {
    const table =
      rows.length === 0
        ? ''
        : `<table style="border-collapse:collapse;font-size:14px;margin:6px 0 8px"><tr>${heads.map((name, index) => `<th style="${index < 2 ? cell : number};font-weight:400;color:#556270">${escaped(name)}</th>`).join('')}</tr>${rows
            .map(
              (row) =>
                `<tr>${figures(row, words)
                  .map(
                    (text, index) =>
                      `<td style="${index < 2 ? cell : number}${index === 1 ? `;color:${colours[row.verdict]};font-weight:600` : ''}">${escaped(text)}</td>`,
                  )
                  .join('')}</tr>`,
            )
            .join('')}</table>`;
    const notes = lines.map((line) => `<p style="margin:2px 0;color:#556270">${escaped(line)}</p>`).join('');
    const page = link && `<p style="margin:6px 0"><a href="${escaped(link.url)}">${escaped(link.text)}</a></p>`;
    return `<h2 style="font-size:16px;margin:22px 0 4px">${escaped(head)}</h2>${table}${notes}${page ?? ''}`;
  });
  return `<!doctype html><html lang="${words.code}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:15px/1.5 Arial,sans-serif;color:#17212b;max-width:640px">${blocks.join('')}<p style="margin-top:28px;color:#556270;font-size:13px">${escaped(words.notice.footer)}</p></body></html>`;
}

/** The companies that a notice is about. */
const companiesOf = ({ verdicts, closes, overdue, late, deadlines }: NoticeContent) =>
  [...verdicts, ...closes, ...overdue, ...late, ...deadlines].map(({ company }) => company);

/** Whether a notice is about test mode only, so that its subject can say it. */
function isAllTest({ content, testCompanies }: MessageInput): boolean {
  const companies = companiesOf(content);
  return companies.length > 0 && companies.every((company) => testCompanies.has(company));
}

/** The companies of a notice that are in test mode. */
function testModeParagraph({ content, testCompanies, words }: MessageInput): Paragraph[] {
  const named = [...new Set(companiesOf(content))].filter((company) => testCompanies.has(company)).sort();
  return named.length === 0 ? [] : [{ head: `${named.join(', ')}: ${words.masthead.testMode}`, lines: [], rows: [] }];
}

/** The notice of deliveries that the receiver refused because of their signature; `path` is the file that keeps them. */
export function refusedMessage(company: string, count: number, path: string, words: Words): NoticeMessage {
  const subject = safe(words.notice.refused(company, count));
  const paragraphs = [{ head: subject, lines: [words.notice.refusedToDo(path)], rows: [] }];
  return {
    events: ['delivery_refused'],
    subject,
    text: textOf(paragraphs, words),
    html: htmlOf(subject, paragraphs, words),
    content: { verdicts: [], closes: [], overdue: [], late: [], deadlines: [] },
  };
}

/** The message with the whole content of a notice. */
export function messageOf(input: MessageInput): NoticeMessage {
  const { content, words } = input;
  const paragraphs = [...testModeParagraph(input), ...paragraphsOf(input)];
  const mode = isAllTest(input) ? `${words.masthead.testMode}. ` : '';
  const subject = safe(`${mode}${subjectOf(input)}`);
  const events = [
    ...(content.verdicts.some(({ now }) => now === 'failed') ? ['run_failed'] : []),
    ...(content.deadlines.length > 0 ? ['deadline_missed'] : []),
    ...(content.verdicts.some(({ now }) => now !== 'failed') ? ['verdict_changed'] : []),
    ...(content.closes.some((one) => !isClosed(one)) ? ['close_refused'] : []),
    ...(content.closes.some(isClosed) ? ['month_closed'] : []),
    ...(content.overdue.length > 0 ? ['overdue'] : []),
    ...(content.late.length > 0 ? ['closed_month_changed'] : []),
  ];
  return { events, subject, text: textOf(paragraphs, words), html: htmlOf(subject, paragraphs, words), content };
}
