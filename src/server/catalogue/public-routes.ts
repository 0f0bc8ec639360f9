import { setImmediate as nextTurn } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { getService, listCategories, listServiceIndex, listServices } from '#contract/catalogue.ts'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { makeGate } from '#server/gate.ts'
import { mountPacked } from '#server/http/mount-packed.ts'

import type { Listing, ServiceFilters, Snapshot } from './build-snapshot.ts'
import { makeCatalogueSnapshot } from './catalogue-snapshot.ts'
import { packBody } from './packed-body.ts'

/** The public catalogue, straight from memory: these answers are bytes made once per change. */
export function publicCatalogueRoutes(app: FastifyInstance, ctx: Context): void {
  const catalogue = makeCatalogueSnapshot(ctx)
  app.addHook('onReady', async () => {
    await catalogue.read().catch(() => undefined) // without a database, the first who asks is told
  })
  app.addHook('onClose', async () => catalogue.stop())

  mountPacked(app, ctx, listServices, async ({ query, setHeader }) => {
    const snapshot = await catalogue.read()
    const makeBody = async () => {
      const { body, total } = await list(snapshot, query)
      setHeader('x-total-count', String(total))
      return body
    }
    return { version: snapshot.version, makeBody }
  })
  mountPacked(app, ctx, listServiceIndex, async () => {
    const { index, version } = await catalogue.read()
    return { version, makeBody: () => index }
  })
  mountPacked(app, ctx, listCategories, async () => {
    const { categories, version } = await catalogue.read()
    return { version, makeBody: () => categories }
  })
  mountPacked(app, ctx, getService, async ({ params }) => {
    const snapshot = await catalogue.read()
    const json = snapshot.findJson(params.id)
    if (json === undefined) throw new AppError('service_not_found')
    return { version: snapshot.version, makeBody: () => packBody(json, { isKept: false }) }
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
