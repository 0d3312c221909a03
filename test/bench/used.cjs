// Loaded before a measured process (NODE_OPTIONS=--require): leaves its processor time and its peak memory in the file TIEOUT_USED.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { seconds: (userCPUTime + systemCPUTime) / 1e6, mib: Math.round(maxRSS / 1024) };
  writeFileSync(process.env.TIEOUT_USED, JSON.stringify(used));
});
