import { isMap, isNode, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

/** One value of the file, with its keys and its line (1-based). */
type ScalarPlace = { path: (string | number)[]; value: unknown; line: number | undefined };

/** A key as a person writes it: companies[0].gateway.base_url. */
export function keyText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}

function lineOfNode(node: unknown, lines: LineCounter): number | undefined {
  const offset = isNode(node) ? node.range?.[0] : undefined;
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

/** The line of a key; for a missing key, the line of the section it belongs in. */
export function lineOfKey(root: Node | null, path: readonly PropertyKey[], lines: LineCounter): number {
  let node: unknown = root;
  let line = lineOfNode(root, lines) ?? 1;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === String(part));
      if (pair === undefined) break;
      line = lineOfNode(pair.key, lines) ?? line;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(part)];
      if (item === undefined) break;
      line = lineOfNode(item, lines) ?? line;
      node = item;
    } else break;
  }
  return line;
}

/** Every value of the file, in its order. */
export function scalarsOf(node: unknown, lines: LineCounter, path: (string | number)[] = []): ScalarPlace[] {
  if (isMap(node)) return node.items.flatMap(({ key, value }) => scalarsOf(value, lines, [...path, String(key)]));
  if (isSeq(node)) return node.items.flatMap((item, index) => scalarsOf(item, lines, [...path, index]));
  return isScalar(node) ? [{ path, value: node.value, line: lineOfNode(node, lines) }] : [];
}
