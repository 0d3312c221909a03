/** Makes the error for a sheet that is damaged. */
export type Damaged = (message: string, line?: number) => Error;

/** The part of a sheet that is being read, in each form that a read needs. One object serves all parts of a sheet. */
export type SheetPiece = {
  bytes: Buffer;
  /** The same bytes, for comparing four at a time. */
  view: DataView;
  /** One letter for each byte, for searches and for cutting out texts. */
  text: string;
  /** The number of the row being read, or of the last one; 0 before the first. */
  row: number;
  damaged: Damaged;
};

export function notWellFormed({ row, damaged }: SheetPiece): Error {
  return damaged(`the XML of row ${row} is not well-formed`, row);
}

/** The position that a search returned; throws where it is -1. */
export function found(piece: SheetPiece, position: number): number {
  if (position < 0) throw notWellFormed(piece);
  return position;
}
