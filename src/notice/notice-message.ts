import { Temporal } from 'temporal-polyfill';
import { redactSecrets } from '../domain/secrets.ts';
import type { Words } from '../messages/words.ts';
import { effectText, type LateChange } from '../report/late-changes.ts';
import { longDay } from '../report/page/figures.ts';
import { escaped } from '../report/page/html.ts';
import { maskedText } from '../report/shown-value.ts';
import { unexplainedText } from '../report/states.ts';
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

/** A part of a notice without figures. */
const paragraph = (head: string, ...lines: string[]): Paragraph => ({ head, lines, rows: [] });

/** The number of days that a notice lists; it counts the others. */
const daysNamed = 12;

/** A text without secrets and personal data, because notices pass through mail servers and chat tools. */
const safe = (text: string) => maskedText(redactSecrets(text));

/** An error without paths of the machine; the message of an unexpected error may have any text. */
function errorLine({ code, message }: { code: string; message: string }, { words, dataDir }: MessageInput): string {
  const text = code === 'UNEXPECTED' ? words.say('notice-unexpected_error') : message.replaceAll(`${dataDir}/`, '');
  return safe(`${text} (${code})`);
}

function verdictParagraph(one: VerdictChange, input: MessageInput): Paragraph {
  const { words, verdictsOf, proofOf, actionsOf, reportAddress } = input;
  const { say } = words;
  const { company, date, now } = one;
  const before = one.before === null ? '' : ` (${say('notice-before')} ${say(`verdict-${one.before}`)})`;
  const head = `${company}, ${longDay(date, words)}: ${say(`verdict-${now}`)}${before}`;
  const error = one.error === undefined ? [] : [errorLine(one.error, input)];
  if (now === 'failed') return paragraph(head, ...error, say('notice-ask_doctor'));
  const actions = actionsOf(company, date).map((action, index) => safe(`${index + 1}. ${action}`));
  const toDo = actions.length === 0 ? [] : [`${say('open-first')}:`, ...actions];
  const page = fileOfDay(company, date, 'html');
  const lines = [...error, ...toDo, ...proofOf(company, date).map(safe)];
  const rows = [...verdictsOf(company, date)];
  if (reportAddress !== undefined)
    return { head, lines, rows, link: { text: say('notice-page'), url: `${reportAddress}/${page}` } };
  return {
    head,
    lines: [...lines, `${say('notice-page')}: ${say('notice-in_data', { path: `reports/${page}` })}`],
    rows,
  };
}

/** A month that the schedule closed, or could not close. */
function closeParagraph(one: CloseTry, input: MessageInput): Paragraph {
  const { say, find } = input.words;
  const { company, month, refused_by: gates, error } = one;
  if (isClosed(one)) return paragraph(say('notice-closed', { company, month }), say('notice-closed_where'));
  const titles = gates.map((gate) => find(`gate-${gate}`) ?? gate);
  const why = error === undefined ? say('notice-refused_by', { gates: titles.join('; ') }) : errorLine(error, input);
  return paragraph(
    say('notice-not_closed', { company, month }),
    why,
    say('notice-not_closed_to_do', { company, month }),
  );
}

function deadlineLine({ company, date, deadline_at, outcome }: OverdueDay, { words, zoneOf }: MessageInput): string {
  const deadline = Temporal.Instant.from(deadline_at).toZonedDateTimeISO(zoneOf(company));
  const time = `${deadline.toPlainDate()} ${deadline.toPlainTime().toString({ smallestUnit: 'minute' })}, ${deadline.timeZoneId}`;
  return `${company}, ${date}: ${words.say(`notice-missed-${outcome}`)} (${words.say('notice-deadline')} ${time}).`;
}

const lateCount = (changes: readonly LateChange[]) => changes.reduce((sum, { count }) => sum + count, 0);

function paragraphsOf(input: MessageInput): Paragraph[] {
  const { content } = input;
  const { say } = input.words;
  const named = content.verdicts.slice(-daysNamed);
  const more = content.verdicts.length - named.length;
  const missed = content.deadlines.map((day) => deadlineLine(day, input));
  return [
    ...named.map((one) => verdictParagraph(one, input)),
    ...(more > 0 ? [paragraph(say('notice-more', { days: more }))] : []),
    ...content.closes.map((one) => closeParagraph(one, input)),
    ...content.overdue.map(({ company, count, before }) =>
      paragraph(say('notice-overdue', { company, items: count, before }), say('notice-overdue_to_do')),
    ),
    ...content.late.map(({ company, month, version, changes: made }) => {
      const [changes, money] = [lateCount(made), effectText(made)];
      return paragraph(
        say('notice-late', { company, month, version, changes, money }),
        say('notice-late_to_do', { month }),
      );
    }),
    ...(missed.length === 0
      ? []
      : [paragraph(say('notice-deadlines_missed', { days: missed.length }), ...missed, say('notice-ask_status'))]),
  ];
}

/**
 * The subject names the most serious event (a failure, a missed deadline, a verdict, a close, a closed month that changed, overdue
 * items) and counts the others.
 */
function subjectOf({ content, words: { say } }: MessageInput): string {
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
  const more = count > 1 ? ` ${say('notice-and_more', { more: count - 1 })}` : '';
  if (failed !== undefined) return `${say('notice-failed_subject')}: ${failed.company}, ${failed.date}${more}`;
  if (deadline !== undefined) return `${say('notice-missed_subject')}: ${deadline.company}, ${deadline.date}${more}`;
  if (verdict !== undefined) return `${say(`verdict-${verdict.now}`)}: ${verdict.company}, ${verdict.date}${more}`;
  if (close !== undefined) {
    const { company, month } = close;
    return `${say(isClosed(close) ? 'notice-closed' : 'notice-not_closed', { company, month })}${more}`;
  }
  if (late !== undefined) return `${say('notice-late_subject')}: ${late.company}, ${late.month}${more}`;
  return `${say('notice-overdue_subject')}: ${overdue?.company ?? ''}${more}`;
}

/** The figures of a day and currency, as `summary-<name>` of messages/ titles them. */
const summaryFigures = ['agree', 'disagree', 'timing', 'unexplained'];

function figures(row: NoticeVerdict, words: Words): string[] {
  return [
    row.currency,
    words.say(`verdict-${row.verdict}`),
    String(row.matched_count),
    String(row.break_count),
    String(row.timing_count),
    unexplainedText(row, row.currency),
  ];
}

function textOf(paragraphs: readonly Paragraph[], words: Words): string {
  const blocks = paragraphs.map(({ head, lines, rows, link }) =>
    [
      head,
      ...rows.map((row) => {
        const [currency, verdict, ...shown] = figures(row, words);
        const titled = summaryFigures.map((name, index) => {
          const title = words.say(`summary-${name}`);
          return `${index === 0 ? title : title.toLowerCase()}: ${shown[index]}`;
        });
        return `  ${currency}: ${verdict}. ${titled.join('; ')}.`;
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
  const cell = 'padding:4px 14px 4px 0;text-align:left;border-bottom:1px solid #dfe4e8';
  const number = 'padding:4px 0 4px 14px;text-align:right;border-bottom:1px solid #dfe4e8';
  const heads = ['currency', 'verdict', ...summaryFigures].map((name) => words.say(`summary-${name}`));
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
  return `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:15px/1.5 Arial,sans-serif;color:#17212b;max-width:640px">${blocks.join('')}<p style="margin-top:28px;color:#556270;font-size:13px">${escaped(words.say('notice-footer'))}</p></body></html>`;
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
  return named.length === 0 ? [] : [paragraph(`${named.join(', ')}: ${words.say('masthead-test_mode')}`)];
}

/** The notice of deliveries that the receiver refused because of their signature; `path` is the file that keeps them. */
export function refusedMessage(company: string, count: number, path: string, words: Words): NoticeMessage {
  const subject = safe(words.say('notice-refused', { company, deliveries: count }));
  const paragraphs = [paragraph(subject, words.say('notice-refused_to_do', { path }))];
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
  const mode = isAllTest(input) ? `${words.say('masthead-test_mode')}. ` : '';
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
