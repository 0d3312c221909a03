/** The English texts of the page that lists the reports, and of the mark of a superseded report. */
export const indexEn = {
  title: 'Reports',
  about: 'Newest first.',
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
  superseded: 'Superseded',
  supersededAt: (at: string) => `Superseded on ${at}: what was known later changes this report.`,
  current: 'Current:',
};
