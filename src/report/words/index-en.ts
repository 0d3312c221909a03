const grouped = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
const some = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** The English texts of the page that lists the reports, and of the mark of a superseded report. */
export const indexEn = {
  title: 'Reports',
  days: 'Period',
  company: 'Company',
  worst: 'Verdict',
  byCurrency: 'By currency',
  breaks: 'Breaks',
  rejected: 'Rejected rows',
  workbook: 'Workbook',
  months: 'Longer periods',
  single: 'Days',
  nothing: 'No reports yet.',
  positions: 'Latest position',
  aboutPositions:
    'Balances at the end of the latest day of each company, open items up to that day, and what to do first.',
  currency: 'Currency',
  latest: 'Latest day',
  gateway: 'Gateway balance',
  payout: 'Payout account',
  open: 'Open amount',
  oldest: 'Oldest open',
  age: (days: number) => some(days, 'day', 'days'),
  toDo: 'What to do first',
  causes: (count: number) => some(count, 'cause', 'causes'),
  moreCauses: (count: number) => `${some(count, 'further cause', 'further causes')}: see the report`,
  nothingToDo: 'Nothing to do.',
  superseded: 'Superseded',
  supersededAt: (at: string) => `Superseded on ${at}: later information changes this report.`,
  current: 'Current:',
};
