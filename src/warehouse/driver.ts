// The exports of DuckDB's driver that the program uses. The driver is CommonJS, and in a bundle a lazy import of it has no named exports.
export {
  DuckDBInstance,
  DuckDBScalarFunction,
  DuckDBTimestampTZValue,
  ResultReturnType,
  VARCHAR,
} from '@duckdb/node-api';
