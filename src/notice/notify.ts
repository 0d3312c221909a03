import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Words } from '../messages/words.ts';
import type { LateChange } from '../report/late-changes.ts';
import { wordsOf } from '../report/words.ts';
import type { CloseTry } from '../schedule/closes.ts';
import type { DayRun, History, OverdueDay } from '../schedule/due.ts';
import type { NoticeMark, NoticeRecords } from '../schedule/records.ts';
import type { Log } from '../terminal/log.ts';
import { contentOf, fileOfDay, isEmpty, lateCounts } from './content.ts';
import { messageOf, type NoticeVerdict } from './notice-message.ts';
import { type Attachment, sendNotice } from './send.ts';

/** The sources of a notice, read when they are needed. */
export type NoticeContext = {
  config: LoadedConfig;
  log: Log;
  records: NoticeRecords & { history(): Promise<History>; closes(): Promise<CloseTry[]> };
  /** Companies whose statements are of test mode: not real money. */
  testCompanies: () => Promise<ReadonlySet<string>>;
  /** Open overdue items by company. */
  overdueCounts: () => Promise<Map<string, number>>;
  /** The changes of closed months. */
  lateChanges: () => Promise<LateChange[]>;
  verdictsOf: (company: string, date: string) => Promise<NoticeVerdict[]>;
  /** The proof of a day, and the controls that were not made, as sentences. */
  proofOf: (company: string, date: string, words: Words) => Promise<string[]>;
  /** The first actions for what is open at the end of a day, with amounts, as sentences. */
  actionsOf: (company: string, date: string, words: Words) => Promise<string[]>;
};

/** Mail servers refuse larger messages; the notice gives the path of the workbook. */
const largestAttachment = 15_000_000;

async function attachments(
  context: NoticeContext,
  days: readonly { company: string; date: string }[],
): Promise<Attachment[]> {
  if (context.config.notice.email?.attach_workbook !== true) return [];
  // only the newest day of each company, to stay below the limits of mail servers
  const newest = new Map(days.map(({ company, date }) => [company, date]));
  const found: Attachment[] = [];
  for (const [company, date] of newest) {
    const path = join(dataPaths(context.config.data_dir).reports, fileOfDay(company, date, 'xlsx'));
    const size = await stat(path).then(
      (file) => file.size,
      () => 0,
    );
    if (size > 0 && size <= largestAttachment) found.push({ filename: `${company}-${date}.xlsx`, path });
  }
  return found;
}

/**
 * Sends one notice of all changes since the last one, and records that it was sent. Throws if every channel failed; the next notice then
 * has the same content.
 */
export async function notify(context: NoticeContext, deadlines: readonly OverdueDay[]): Promise<void> {
  const { config, records, log } = context;
  const runs = (await records.history()).filter((entry): entry is DayRun => 'company' in entry);
  const closes = await records.closes();
  const noticed = await records.noticed();
  const overdueCounts = await context.overdueCounts();
  const lateChanges = await context.lateChanges();
  const overdueOver = config.notice.overdue_above;
  const content = contentOf({ runs, closes, noticed, overdueCounts, overdueOver, lateChanges, deadlines });
  const through = [noticed?.through ?? '', ...[...runs, ...closes].map((one) => one.ended_at)].sort().at(-1) ?? '';
  const mark: NoticeMark = {
    through,
    overdue: { ...noticed?.overdue, ...Object.fromEntries(overdueCounts) },
    ...(lateChanges.length === 0 && noticed?.late === undefined ? {} : { late: lateCounts(lateChanges) }),
  };
  if (!isEmpty(content)) {
    const words = await wordsOf(config.report.language);
    const verdicts = new Map<string, NoticeVerdict[]>();
    const proofs = new Map<string, string[]>();
    const actions = new Map<string, string[]>();
    for (const { company, date, now } of content.verdicts) {
      if (now === 'breaks' || now === 'incomplete')
        actions.set(`${company} ${date}`, await context.actionsOf(company, date, words));
      proofs.set(`${company} ${date}`, await context.proofOf(company, date, words));
      verdicts.set(`${company} ${date}`, await context.verdictsOf(company, date));
    }
    const zones = new Map(config.companies.map(({ name, zone }) => [name, zone]));
    const message = messageOf({
      content,
      words,
      testCompanies: await context.testCompanies(),
      zoneOf: (company) => zones.get(company) ?? 'UTC',
      verdictsOf: (company, date) => verdicts.get(`${company} ${date}`) ?? [],
      proofOf: (company, date) => proofs.get(`${company} ${date}`) ?? [],
      actionsOf: (company, date) => actions.get(`${company} ${date}`) ?? [],
      dataDir: config.data_dir,
      reportAddress: config.report.address,
    });
    await sendNotice(config, message, await attachments(context, content.verdicts), log);
  }
  if (JSON.stringify(mark) !== JSON.stringify(noticed)) await records.addNoticed(mark);
}
