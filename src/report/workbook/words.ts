/** The title of the first sheet: every other leads back to it. */
export const frontTitle = 'Front';

/** Sheet, page of pages, and whose it is, at the foot of each printed page. */
export function pageFooter(company: string): string {
  return `&L${company.replaceAll('&', '&&')}: &A&C&P of &N&Rtieout`;
}

/** The title of the sheet that shows each control as a bridge. */
export const controlsTitle = 'Controls';

/** What is said beside what a control leaves unexplained. */
export function remainderRemark(daysNotZero: number, isZeroInAll: boolean): string {
  if (daysNotZero === 0) return 'Ties out, every day.';
  const days = daysNotZero === 1 ? '1 day leaves a remainder' : `${daysNotZero} days leave a remainder`;
  return `${days}${isZeroInAll ? ', though they come to zero together' : ''}: see Unmatched.`;
}

/** The days of a report; `to` is the day after the last. */
export function periodWords({ from, to, zone }: { from: string; to: string; zone: string }): string {
  const last = new Date(Date.parse(`${to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return from === last ? `Business day ${last} (${zone})` : `Business days ${from} to ${last} (${zone})`;
}
