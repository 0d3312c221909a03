import { stat } from 'node:fs/promises';
import type { LoadedConfig } from '../config/load.ts';
import { wordsOf } from '../report/words/words.ts';
import type { DayRun, History, OverdueDay } from '../schedule/due.ts';
import type { Log } from '../terminal/log.ts';
import { messageOf, type NoticeVerdict } from './message.ts';
import { isNothing, type Noticed, newsOf } from './news.ts';
import { type Attachment, sendNotice } from './send.ts';

/** What a notice is made from, read when it is needed. */
export type NoticeParts = {
  config: LoadedConfig;
  log: Log;
  records: {
    history(): Promise<History>;
    noticed(): Promise<Noticed | undefined>;
    addNoticed(mark: Noticed): Promise<void>;
  };
  /** Open overdue items by company. */
  overdueCounts: () => Promise<Map<string, number>>;
  verdictsOf: (company: string, date: string) => Promise<NoticeVerdict[]>;
  pageOf: (company: string, date: string) => string;
  workbookOf: (company: string, date: string) => string;
};

/** Mail servers refuse what is larger; the notice says where the workbook is. */
const largestAttachment = 15_000_000;

async function attachments(
  parts: NoticeParts,
  days: readonly { company: string; date: string }[],
): Promise<Attachment[]> {
  if (parts.config.notice.email?.attach_workbook !== true) return [];
  // the newest day of each company: a mail with a month of workbooks would not arrive
  const newest = new Map(days.map(({ company, date }) => [company, date]));
  const found: Attachment[] = [];
  for (const [company, date] of newest) {
    const path = parts.workbookOf(company, date);
    const size = await stat(path).then(
      (file) => file.size,
      () => 0,
    );
    if (size > 0 && size <= largestAttachment) found.push({ filename: `${company}-${date}.xlsx`, path });
  }
  return found;
}

/**
 * Tells people what they do not know yet, in one message however much it is, and writes down that they know it; nothing
 * when there is nothing new. Throws when no way of telling worked: then it is told the next time.
 */
export async function tellNews(parts: NoticeParts, deadlines: readonly OverdueDay[]): Promise<void> {
  const { config, records, log } = parts;
  const runs = (await records.history()).filter((entry): entry is DayRun => 'company' in entry);
  const noticed = await records.noticed();
  const overdueCounts = await parts.overdueCounts();
  const news = newsOf({ runs, noticed, overdueCounts, overdueOver: config.notice.overdue_above, deadlines });
  const through = [noticed?.through ?? '', ...runs.map((run) => run.ended_at)].sort().at(-1) ?? '';
  const mark: Noticed = { through, overdue: { ...noticed?.overdue, ...Object.fromEntries(overdueCounts) } };
  if (!isNothing(news)) {
    const verdicts = new Map<string, NoticeVerdict[]>();
    for (const { company, date } of news.verdicts) {
      verdicts.set(`${company} ${date}`, await parts.verdictsOf(company, date));
    }
    const zones = new Map(config.companies.map(({ name, zone }) => [name, zone]));
    const message = messageOf({
      news,
      words: wordsOf(config.report.language),
      zoneOf: (company) => zones.get(company) ?? 'UTC',
      verdictsOf: (company, date) => verdicts.get(`${company} ${date}`) ?? [],
      pageOf: parts.pageOf,
    });
    await sendNotice(config, message, await attachments(parts, news.verdicts), log);
  }
  if (JSON.stringify(mark) !== JSON.stringify(noticed)) await records.addNoticed(mark);
}
