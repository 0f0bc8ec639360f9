import type { FastifyInstance } from 'fastify'

import { makeOpenApi } from './openapi.ts'

/** The whole interface for tools, made from the contract once. */
export function openApiRoute(app: FastifyInstance): void {
  let openApi: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    openApi ??= JSON.stringify(makeOpenApi())
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(openApi)
  })
}
