// Loaded before a measured process (NODE_OPTIONS=--require): leaves what the process used in the file TIEOUT_USED.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.TIEOUT_USED,
    JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, mib: Math.round(maxRSS / 1024) }),
  );
});
