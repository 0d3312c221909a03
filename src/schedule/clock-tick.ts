/**
 * Calls `onTick` every minute until it is stopped. The cron library only counts minutes, in UTC, where no minute is skipped or repeated;
 * due.ts decides what is due.
 */
export async function startClockTick(onTick: () => Promise<void>): Promise<{ stop(): Promise<void> }> {
  const { schedule } = await import('node-cron');
  const task = schedule('* * * * *', () => onTick(), { timezone: 'Etc/UTC', noOverlap: true });
  return {
    stop: async () => {
      await task.destroy();
    },
  };
}
