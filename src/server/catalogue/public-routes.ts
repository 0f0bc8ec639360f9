import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { getService, listCategories, listServiceIndex, listServices } from '#contract/catalogue.ts'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { makeCatalogueSnapshot } from './catalogue-snapshot.ts'
import { packBody } from './packed-body.ts'
import { sendPacked } from '#server/http/send-packed.ts'

/** The public catalogue, straight from memory: these answers are bytes made once per change, so they are not mounted as the others are. */
export function publicCatalogueRoutes(app: FastifyInstance, ctx: Context): void {
  const catalogue = makeCatalogueSnapshot(ctx)
  app.addHook('onReady', async () => {
    await catalogue.read().catch(() => undefined) // without a database, the first who asks is told
  })
  app.addHook('onClose', async () => catalogue.stop())

  app.get(listServices.path, async (request, reply) => {
    const filters = decodeQuery(request.query)
    const snapshot = await catalogue.read()
    const isWhole = Object.values(filters).every((value) => value === undefined || value === '')
    const body = isWhole ? snapshot.services : packBody(snapshot.filter(filters))
    return sendPacked(request, reply, { body, version: snapshot.version })
  })
  app.get(listServiceIndex.path, async (request, reply) => {
    const { index, version } = await catalogue.read()
    return sendPacked(request, reply, { body: index, version })
  })
  app.get(listCategories.path, async (request, reply) => {
    const { categories, version } = await catalogue.read()
    return sendPacked(request, reply, { body: categories, version })
  })
  app.get(getService.path, async (request, reply) => {
    const id = decodeId(request.params)
    const snapshot = await catalogue.read()
    const json = snapshot.findJson(id)
    if (json === undefined) throw new AppError('service_not_found')
    return sendPacked(request, reply, { body: packBody(json), version: snapshot.version })
  })
}

function decodeQuery(query: unknown): z.output<typeof listServices.query> {
  const result = z.safeDecode(listServices.query as z.ZodMiniType, query)
  if (result.success) return result.data as z.output<typeof listServices.query> // decoded by this very schema
  const [issue] = result.error.issues
  throw new AppError('invalid_parameter', {
    message: `The parameter ${issue?.path.join('.') ?? 'query'} has no meaning here`,
  })
}

function decodeId(params: unknown): number {
  const result = z.safeDecode(getService.params as z.ZodMiniType, params)
  if (result.success) return (result.data as z.output<typeof getService.params>).id // decoded by this very schema
  if (result.error.issues[0]?.code === 'too_big') throw new AppError('service_not_found')
  throw new AppError('invalid_parameter', { message: 'The parameter id has no meaning here' })
}
