/** A text before another sentence: with a full stop, unless it ends with its own punctuation mark. */
export function sentence(text: string): string {
  return /[.!?:…]$/.test(text) ? text : `${text}.`;
}
