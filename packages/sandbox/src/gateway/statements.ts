import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noteReason } from '../request-log.ts';
import { queryOf, readStatementFilters, statementTest } from './filters.ts';
import { pageOf } from './paging.ts';
import { problem, sendProblem } from './problem.ts';
import { csvStream, exceljsWorkbook, statementCells, statementRows, workbookProblem } from './statement-file.ts';
import type { GatewayWorld } from './world.ts';

export type Statement = {
  id: string;
  format: 'csv' | 'xlsx';
  timezone: string;
  /** The filters of the request, unchanged. */
  query: string;
  createdAt: number;
  isCancelled: boolean;
};

const isZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

const scheduleBody = z.object({
  format: z
    .string()
    .max(32, 'At most 32 characters.')
    .pipe(z.enum(['csv', 'xlsx'])),
  timezone: z.string().refine(isZone, 'Not a time zone.'),
});

/** payment-gateway.md › Company statement: schedule, list, retrieve, cancel, and the file behind the download link. */
export function statementRoutes(app: FastifyInstance, world: GatewayWorld, statements: Map<string, Statement>): void {
  const statusOf = (statement: Statement) => {
    if (statement.isCancelled) return 'cancelled';
    const age = world.now() - statement.createdAt;
    return age >= world.choices.statementReadyMs
      ? 'success'
      : age >= world.choices.statementReadyMs / 2
        ? 'processing'
        : 'pending';
  };
  const record = (statement: Statement) => {
    const status = statusOf(statement);
    const readyAt = statement.createdAt + world.choices.statementReadyMs;
    const at = (milliseconds: number) => Math.floor(milliseconds / 1000);
    return {
      id: statement.id,
      type: 'company_statement',
      format: statement.format,
      timezone: statement.timezone,
      is_test: world.isTest,
      company_uid: world.companyId,
      query_string: statement.query,
      status,
      download_url: status === 'success' ? `${world.origin()}/downloads/${statement.id}.${statement.format}` : null,
      began_on: status === 'pending' ? null : at(statement.createdAt),
      finished_on: status === 'success' ? at(readyAt) : null,
      created_on: at(statement.createdAt),
      updated_on: at(status === 'success' ? readyAt : statement.createdAt),
    };
  };

  app.post('/api/v1/company_statements/', async (request, reply) => {
    const body = scheduleBody.safeParse(request.body ?? {}, { reportInput: true });
    if (!body.success) return sendProblem(reply, body.error);
    const unwritable = body.data.format === 'xlsx' && world.writeWorkbook === undefined ? workbookProblem() : undefined;
    if (unwritable !== undefined) {
      noteReason(request, unwritable);
      return reply.code(501).send(problem('format', unwritable, 'not_available'));
    }
    const query = queryOf(request.url);
    const filters = readStatementFilters(query);
    if (!filters.success) return sendProblem(reply, filters.error);
    const statement = {
      id: world.uuid(),
      format: body.data.format,
      timezone: body.data.timezone,
      query,
      createdAt: world.now(),
      isCancelled: false,
    };
    statements.set(statement.id, statement);
    return reply.code(201).send(record(statement));
  });

  app.get('/api/v1/company_statements/', (request) =>
    pageOf([...statements.values()].reverse(), request, world.origin(), record),
  );

  app.get<{ Params: { id: string } }>('/api/v1/company_statements/:id/', async (request, reply) => {
    const statement = statements.get(request.params.id);
    return statement === undefined
      ? reply.code(404).send(problem('__all__', 'Not found.', 'not_found'))
      : record(statement);
  });

  app.post<{ Params: { id: string } }>('/api/v1/company_statements/:id/cancel/', async (request, reply) => {
    const statement = statements.get(request.params.id);
    if (statement === undefined) return reply.code(404).send(problem('__all__', 'Not found.', 'not_found'));
    if (statusOf(statement) !== 'success') statement.isCancelled = true;
    return record(statement);
  });

  app.get<{ Params: { file: string } }>('/downloads/:file', async (request, reply) => {
    const [id = '', format = ''] = request.params.file.split('.');
    const statement = statements.get(id);
    const readyAt = (statement?.createdAt ?? 0) + world.choices.statementReadyMs;
    if (statement === undefined || format !== statement.format || statusOf(statement) !== 'success')
      return reply.code(404).send('Not found');
    if (world.now() > readyAt + world.choices.downloadLinkMs) return reply.code(403).send('Request has expired');
    const filters = readStatementFilters(statement.query);
    if (!filters.success) return sendProblem(reply, filters.error);
    const rows = statementRows(
      world.book,
      statementTest(filters.data, world.brandId, world.choices.timeBounds),
      world.choices.statementLayout,
      statement.timezone,
      world.choices.hasPreamble,
      statement.format,
    );
    if (statement.format === 'csv') return reply.type('text/csv; charset=utf-8').send(csvStream(rows));
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(await (world.writeWorkbook ?? exceljsWorkbook)(statementCells(rows)));
  });
}
