import { normaliseHeader, type TableHeader } from '../table/table-spec.ts';

/**
 * The common header of all sheets that are read, and for each sheet the new positions of a row's cells; undefined where they do not
 * move.
 */
type CommonHeader = { header: TableHeader; moves: readonly (readonly number[] | undefined)[] };

/**
 * One header for several sheets with the same columns in another order, or with additional columns: that of the first sheet, followed by
 * the columns that only later sheets have.
 */
export function commonHeader(headers: readonly [TableHeader, ...TableHeader[]]): CommonHeader {
  const [first] = headers;
  const positions = new Map(first.positions);
  const names = new Map(headers.flatMap((header) => [...(header.names ?? [])]).reverse());
  const others = [...first.others];
  let width = first.width;

  function placeOf(column: string): number {
    const known = positions.get(column);
    if (known !== undefined) return known;
    positions.set(column, width);
    width += 1;
    return width - 1;
  }

  function placeOfOther(name: string): number {
    const known = others.find((other) => normaliseHeader(other.name) === normaliseHeader(name));
    if (known !== undefined) return known.position;
    others.push({ name, position: width });
    width += 1;
    return width - 1;
  }

  const moves = headers.map((header) => {
    if (header === first) return undefined;
    const move = Array.from({ length: header.width }, () => -1);
    for (const [column, position] of header.positions) move[position] = placeOf(column);
    for (const { name, position } of header.others) move[position] = placeOfOther(name);
    return move.every((to, from) => to === from) ? undefined : move;
  });
  return { header: { line: first.line, width, positions, names, others }, moves };
}

/** The cells of a row in their positions in the common header. A cell without a header has no position, and is blank or noted. */
export function movedCells(cells: readonly string[], move: readonly number[] | undefined, width: number): string[] {
  if (move === undefined) return [...cells];
  const moved = Array.from({ length: width }, () => '');
  cells.forEach((cell, from) => {
    const to = move[from] ?? -1;
    if (to >= 0) moved[to] = cell;
  });
  return moved;
}
