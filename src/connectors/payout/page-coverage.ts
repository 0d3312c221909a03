/** One page as it was read: the identifiers of its records, the newest first, and the count of the whole list. */
export type ReadPage = { page: number; ids: readonly number[]; total: number };

export type PageCoverage = {
  /**
   * Adds a page that was read. Returns how many pages to go back, because records between this page and those before it may have
   * been skipped; 0 where none were.
   */
  add(read: ReadPage): number;
  /** Whether the pages were sorted, so that what they say of skipped records can be trusted. */
  isSorted(): boolean;
};

type Span = { newest: number; oldest: number };

const isDescending = (ids: readonly number[]) => ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? 0));

/**
 * Follows which records of a list have been read while the list changes. The newest record comes first, so a new one moves the
 * others towards later pages, where some are read twice; one that is removed moves them towards earlier pages, where they are
 * skipped. A page holds every record between its newest and its oldest one, so that two pages which overlap have skipped nothing
 * between them. Where they do not overlap, nothing was skipped if the list has not become shorter meanwhile.
 */
export function openPageCoverage(): PageCoverage {
  /** Every record that is not older than this, and was there all the time, has been read. */
  let oldest = Number.POSITIVE_INFINITY;
  /** The latest page, where it continued those before it. */
  let continued: number | undefined;
  let total = 0;
  let pageSize = 1;
  let sorted = true;
  /** Pages behind records that may have been skipped. */
  let apart: Span[] = [];

  function absorb(): void {
    for (;;) {
      const joined = apart.filter(({ newest }) => newest >= oldest);
      if (joined.length === 0) return;
      oldest = Math.min(oldest, ...joined.map((span) => span.oldest));
      apart = apart.filter((span) => !joined.includes(span));
    }
  }

  return {
    isSorted: () => sorted,
    add: (read) => {
      const [newest, last] = [read.ids[0], read.ids.at(-1)];
      const lost = Math.max(0, total - read.total);
      const isNext = continued === read.page - 1 && lost === 0;
      sorted &&= isDescending(read.ids);
      total = read.total;
      pageSize = Math.max(pageSize, read.ids.length);
      if (newest === undefined || last === undefined) {
        if (read.page === 1 || isNext) return 0;
      } else {
        if (read.page === 1 || newest >= oldest || isNext || !sorted) {
          oldest = Math.min(oldest, last);
          continued = read.page;
          absorb();
          return 0;
        }
        apart.push({ newest, oldest: last });
      }
      continued = undefined;
      return Math.max(1, Math.ceil(lost / pageSize));
    },
  };
}
