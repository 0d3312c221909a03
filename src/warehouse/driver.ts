// What is used of DuckDB's driver, by name: it is CommonJS, whose names a bundle does not give to who imports it lazily.
export { DuckDBInstance, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
