import { setImmediate as nextTurn } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { getService, listCategories, listServiceIndex, listServices } from '#contract/catalogue.ts'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { makeGate } from '#server/gate.ts'
import { sendPacked } from '#server/http/send-packed.ts'

import type { Listing, ServiceFilters, Snapshot } from './build-snapshot.ts'
import { makeCatalogueSnapshot } from './catalogue-snapshot.ts'
import { packBody } from './packed-body.ts'

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
    const makeBody = async () => {
      const { body, total } = await list(snapshot, filters)
      void reply.header('x-total-count', String(total))
      return body
    }
    return sendPacked(request, reply, { version: snapshot.version, makeBody })
  })
  app.get(listServiceIndex.path, async (request, reply) => {
    const { index, version } = await catalogue.read()
    return sendPacked(request, reply, { version, makeBody: () => index })
  })
  app.get(listCategories.path, async (request, reply) => {
    const { categories, version } = await catalogue.read()
    return sendPacked(request, reply, { version, makeBody: () => categories })
  })
  app.get(getService.path, async (request, reply) => {
    const id = decodeId(request.params)
    const snapshot = await catalogue.read()
    const json = snapshot.findJson(id)
    if (json === undefined) throw new AppError('service_not_found')
    const makeBody = () => packBody(json, { isKept: false })
    return sendPacked(request, reply, { version: snapshot.version, makeBody })
  })
}

/** Searches wait for one another, so that between any two of them the process answers whatever else has come. */
const searching = makeGate({ runningMax: 1, waitingMax: 400 })

async function list(snapshot: Snapshot, filters: ServiceFilters): Promise<Listing> {
  if (filters.search === undefined || filters.search === '') return snapshot.list(filters)
  return searching(async () => {
    await nextTurn()
    return snapshot.list(filters)
  })
}

function decodeQuery(query: unknown): z.output<typeof listServices.query> {
  const result = z.safeDecode(listServices.query as z.ZodMiniType, query)
  if (result.success) return result.data as z.output<typeof listServices.query> // decoded by this very schema
  const [issue] = result.error.issues
  throw new AppError('invalid_parameter', {
    reason: 'parameter',
    parameter: issue?.path.join('.') ?? 'query',
  })
}

function decodeId(params: unknown): number {
  const result = z.safeDecode(getService.params as z.ZodMiniType, params)
  if (result.success) return (result.data as z.output<typeof getService.params>).id // decoded by this very schema
  if (result.error.issues[0]?.code === 'too_big') throw new AppError('service_not_found')
  throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'id' })
}
