function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value as JSON with its keys in the order of their names: equal values give the same text. `indent` is in spaces. */
export function canonicalJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, sortKeys, indent);
}
