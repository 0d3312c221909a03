import type { DuckDBConnection } from '@duckdb/node-api';

/** Registers a function of one text, which is computed here, for the SQL of a connection. Null stays null. */
export async function registerTextFunction(
  connection: DuckDBConnection,
  name: string,
  compute: (text: string) => string,
): Promise<void> {
  const { DuckDBScalarFunction: functions, VARCHAR: text } = await import('./driver.ts');
  connection.registerScalarFunction(
    functions.create({
      name,
      parameterTypes: [text],
      returnType: text,
      mainFunction: (_info, chunk, output) => {
        const values = chunk.getColumnVector(0);
        for (let row = 0; row < chunk.rowCount; row += 1) {
          const value = values.getItem(row);
          output.setItem(row, typeof value === 'string' ? compute(value) : null);
        }
        output.flush();
      },
    }),
  );
}
