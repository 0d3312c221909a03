import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageOf } from '../paging.ts';
import { unix } from '../purchase/answers.ts';
import { requireEmail } from '../purchase/create.ts';
import { read } from '../purchase/routes.ts';
import type { Client, RecurringToken } from '../purchase/state.ts';
import { deleteToken } from '../purchase/tokens.ts';
import type { PurchaseWorld } from '../purchase/world.ts';
import { notFound } from '../refusal.ts';
import { type ClientFields, clientFields } from './fields.ts';

const params = z.object({ id: z.string().toLowerCase(), token: z.string().toLowerCase().default('') });

const objectOf = (body: unknown) => (typeof body === 'object' && body !== null ? body : {});

function clientAnswer(client: Client) {
  return {
    type: 'client',
    id: client.id,
    created_on: unix(client.createdAt),
    updated_on: unix(client.updatedAt),
    ...client.fields,
  };
}

function tokenAnswer(token: RecurringToken) {
  return {
    type: 'client_recurring_token',
    id: token.id,
    created_on: unix(token.createdAt),
    updated_on: unix(token.updatedAt),
    payment_method: token.method,
    description: token.description,
  };
}

/** All routes of clients and of their saved cards. */
export function clientRoutes(app: FastifyInstance, world: PurchaseWorld): void {
  const { clients, tokens } = world.state;
  const base = '/api/v1/clients/';
  const clientOf = (given: unknown) => {
    const client = clients.get(params.parse(given).id);
    if (client === undefined) throw notFound();
    return client;
  };
  const write = (client: Client, fields: ClientFields) => {
    requireEmail(world, fields, 'email');
    client.fields = fields;
    client.updatedAt = world.now();
    return clientAnswer(client);
  };
  app.post(base, async (request, reply) => {
    const fields = read(clientFields, request.body);
    requireEmail(world, fields, 'email');
    const at = world.now();
    const client: Client = { id: world.uuid(), fields, createdAt: at, updatedAt: at };
    clients.set(client.id, client);
    return reply.code(201).send(clientAnswer(client));
  });
  app.get(base, (request) => pageOf([...clients.values()].reverse(), request, world.origin(), clientAnswer));
  app.get(`${base}:id/`, (request) => clientAnswer(clientOf(request.params)));
  app.put(`${base}:id/`, (request) => write(clientOf(request.params), read(clientFields, request.body)));
  app.patch(`${base}:id/`, (request) => {
    const client = clientOf(request.params);
    return write(client, read(clientFields, { ...client.fields, ...objectOf(request.body) }));
  });
  app.delete(`${base}:id/`, async (request, reply) => {
    const { id } = clientOf(request.params);
    for (const token of [...tokens.values()]) if (token.clientId === id) deleteToken(world, token, world.now());
    clients.delete(id);
    return reply.code(204).send();
  });

  const tokensOf = ({ id }: Client) => [...tokens.values()].filter(({ clientId }) => clientId === id);
  const tokenOf = (given: unknown) => {
    const { token: id } = params.parse(given);
    const token = tokensOf(clientOf(given)).find((one) => one.id === id);
    if (token === undefined) throw notFound();
    return token;
  };
  app.get(`${base}:id/recurring_tokens/`, (request) =>
    pageOf(tokensOf(clientOf(request.params)).reverse(), request, world.origin(), tokenAnswer),
  );
  app.get(`${base}:id/recurring_tokens/:token/`, (request) => tokenAnswer(tokenOf(request.params)));
  app.delete(`${base}:id/recurring_tokens/:token/`, async (request, reply) => {
    deleteToken(world, tokenOf(request.params), world.now());
    return reply.code(204).send();
  });
}
