/** The title of the first sheet; every other sheet links back to it. */
export const frontTitle = 'Summary';

/** The footer of each printed page: company, sheet, and page of pages. */
export function pageFooter(company: string): string {
  return `&L${company.replaceAll('&', '&&')}: &A&C&P of &N&Rtieout`;
}

/** The title of the sheet with the bridges of the controls. */
export const controlsTitle = 'Control totals';

/** The line of a balance for days between those with a known balance. */
export const gapTitle = 'Movement between days with a known balance';

/** The remark next to the unexplained difference of a control. */
export function differenceRemark(daysNotZero: number, isZeroInAll: boolean): string {
  if (daysNotZero === 0) return 'In balance on every day.';
  const days = daysNotZero === 1 ? '1 day' : `${daysNotZero} days`;
  return `Out of balance on ${days}${isZeroInAll ? '; the differences cancel out' : ''}: see Unmatched.`;
}

/** The days of a report; `to` is the day after the last. */
export function periodWords({ from, to, zone }: { from: string; to: string; zone: string }): string {
  const last = new Date(Date.parse(`${to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return from === last ? `Business day ${last} (${zone})` : `Business days ${from} to ${last} (${zone})`;
}
