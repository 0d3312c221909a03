/** A text that another sentence follows: with a full stop, unless it ends with a mark of its own. */
export function sentence(text: string): string {
  return /[.!?:…]$/.test(text) ? text : `${text}.`;
}
