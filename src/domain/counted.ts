/** A count with grouped thousands, for people. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A count with its noun: `1 day`, `1,200 days`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
