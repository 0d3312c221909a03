// Loaded with `node --import`: every statement of the process leaves its executed plan, with the rows and the time of each
// operator, as a line of JSON in the file that GROWTH_PROFILE names. One thread, so that the time of an operator is processor time.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { DuckDBConnection } from '@duckdb/node-api';

const profiles = process.env.GROWTH_PROFILE;

const { prototype } = DuckDBConnection;
const original = { run: prototype.run, runAndReadAll: prototype.runAndReadAll, stream: prototype.stream };

/** The file of each connection with its last profile, the statement that it is of, and whether that statement still runs. */
const connections = new Map();

/** What DuckDB does not plan (begin, set) leaves no profile, and a definition is planned without being executed. */
function keep(state) {
  if (state.sql === undefined || !existsSync(state.file)) return;
  const profile = JSON.parse(readFileSync(state.file, 'utf8'));
  rmSync(state.file);
  if (profile.result !== 'error') appendFileSync(profiles, `${JSON.stringify({ sql: state.sql, profile })}\n`);
}

async function stateOf(connection) {
  const known = connections.get(connection);
  if (known !== undefined) return known;
  const state = { file: `${profiles}.${connections.size}.json`, sql: undefined, isRunning: false };
  connections.set(connection, state);
  for (const setting of ["enable_profiling = 'json'", `profiling_output = '${state.file}'`, 'threads = 1'])
    await original.run.call(connection, `set ${setting}`);
  rmSync(state.file, { force: true });
  return state;
}

for (const [name, call] of Object.entries(original)) {
  prototype[name] = async function profiled(sql, ...rest) {
    // a reader of a snapshot may write no file, and DuckDB writes the profile
    if (String(sql).includes('enable_external_access')) return undefined;
    const state = await stateOf(this);
    // runAndReadAll calls run: the outer call is the statement
    if (state.isRunning) return call.call(this, sql, ...rest);
    // a stream leaves its profile when its last row was read
    keep(state);
    state.sql = String(sql);
    state.isRunning = true;
    try {
      return await call.call(this, sql, ...rest);
    } finally {
      state.isRunning = false;
      keep(state);
    }
  };
}

process.on('exit', () => {
  for (const state of connections.values()) keep(state);
});
