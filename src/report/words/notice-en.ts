import { counted, grouped } from '../../domain/counted.ts';
/** The English texts of notices. */
export const noticeEn = {
  before: 'previously:',
  page: 'Page and workbook',
  somebody: 'a person',
  unexpectedError: 'An unexpected error; tieout.log in the data directory has the details.',
  inData: (path: string) => `${path} in the data directory`,
  closed: (company: string, month: string) => `${company}: ${month} is closed`,
  closedWhere: 'The page of closed months shows the pack: closed/index.html in the data directory.',
  notClosed: (company: string, month: string) => `${company}: ${month} was not closed`,
  refusedBy: (gates: string) => `These gates refuse: ${gates}.`,
  notClosedToDo: (company: string, month: string) =>
    `\`tieout close ${month} --company ${company}\` lists the causes, each with the action to take. The schedule tries again each day.`,
  more: (days: number) =>
    `The verdict of ${counted(days, 'earlier day', 'earlier days')} changed too; see the page of all reports.`,
  overdue: (company: string, count: number, before: number) =>
    `${company}: ${counted(count, 'item is', 'items are')} overdue (previously: ${grouped(before)})`,
  refused: (company: string, count: number) =>
    `${company}: ${counted(count, 'delivery', 'deliveries')} with a wrong signature refused`,
  refusedToDo: (path: string) =>
    `They are kept in ${path}, and do not count. Find out who sent them, and whether the service has a new key (docs/callbacks.md).`,
  overdueToDo: '`tieout breaks` lists them, each with the action to take.',
  overdueSubject: 'Overdue items',
  late: (company: string, month: string, version: number, count: number, money: string) =>
    `${company}: ${month} is closed (v${version}), and has ${counted(count, 'change after the close', 'changes after the close')}: ${money}`,
  lateToDo: (month: string) =>
    `The changes are out-of-period items of the month in which they became known: see Changes of closed months. To restate the closed month: \`tieout reopen ${month}\`.`,
  lateSubject: 'Closed month changed',
  failedSubject: 'Run failed',
  missedSubject: 'Not reconciled by the deadline',
  andMore: (more: number) => `(and ${grouped(more)} more)`,
  deadlinesMissed: (days: number) => `${counted(days, 'day was', 'days were')} not reconciled by the deadline`,
  deadline: 'deadline',
  missed: {
    reconciled: 'reconciled',
    reconciled_with_timing: 'reconciled, items outstanding',
    breaks: 'breaks',
    incomplete: 'incomplete, a control was not made',
    failed: 'run failed',
    not_run: 'not run',
  },
  unexpected: (values: number) =>
    `${counted(values, 'field or value is', 'fields or values are')} not as expected of the service: see Unexpected content.`,
  drift: (reconciliation: string, percent: string, earlier: string) =>
    `${reconciliation}: ${percent} % of the items of the last seven days are matched, after ${earlier} % of the seven days before. Has an export or a text changed?`,
  askStatus: 'See the reports of the day, or run `tieout status`. `tieout doctor` checks the connections.',
  askDoctor: '`tieout doctor` shows what is wrong and how to fix it.',
  footer: 'Sent by tieout. Names, e-mail addresses and account numbers are left out.',
};
