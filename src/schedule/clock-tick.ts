/**
 * Calls `wake` every minute until it is stopped. The cron library only wakes us, in UTC, where no minute is skipped or
 * shown twice; what is due is decided in due.ts.
 */
export async function startWaker(wake: () => Promise<void>): Promise<{ stop(): Promise<void> }> {
  const { schedule } = await import('node-cron');
  const task = schedule('* * * * *', () => wake(), { timezone: 'Etc/UTC', noOverlap: true });
  return {
    stop: async () => {
      await task.destroy();
    },
  };
}
