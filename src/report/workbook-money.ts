/** Beyond this many digits a spreadsheet's number is not exact: then the figure is written as text. */
const exactDigits = 15;

/** The number format of a currency with so many decimals; negative figures in red with a minus. */
export function moneyFormat(decimals: number): string {
  const places = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  return `#,##0${places};[Red]-#,##0${places};0${places}`;
}

/** Money as a spreadsheet's number where that is exact, else as its text. */
export function moneyCell(amount: string): number | string {
  return amount.replace(/[-.]/g, '').replace(/0+$/, '').length > exactDigits ? amount : Number(amount);
}
