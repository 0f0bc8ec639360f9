import { setImmediate as nextTurn } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { listPicks, listServicePage } from '#contract/catalogue/service-pages.ts'
import {
  category,
  exportServices,
  getService,
  listCategories,
  listServiceIndex,
  listServices,
  service,
} from '#contract/catalogue/catalogue.ts'
import { AppError } from '#contract/base/errors.ts'
import { toPagination } from '#contract/base/paging.ts'
import type { Context } from '#server/context.ts'
import { toPageAfter } from '#server/lib/postgres/id-cursor.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'
import { inSlices } from '#server/lib/event-loop/in-slices.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mountVersioned, mount } from '#server/lib/http/mount.ts'

import type { ServiceFilters } from './build-snapshot.ts'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'
import { makeCompressedBody } from '#server/lib/compression/compress.ts'

/** The public catalogue, served from memory: answers are compressed once per change. */
export function publicCatalogueRoutes(
  app: FastifyInstance,
  ctx: Context,
  catalogue: CatalogueSnapshot,
): void {
  app.addHook('onReady', async () => {
    await catalogue.read().catch(() => undefined) // without a database the first request gets the error
  })
  app.addHook('onClose', async () => catalogue.stop())

  mountVersioned(app, ctx, listServices, async ({ query, setHeader, signal }) => {
    const snapshot = await catalogue.read()
    const makeBody = async () => {
      const { body, total } = await find(query, signal, () => snapshot.list(query))
      setHeader('x-total-count', String(total))
      return body
    }
    return { version: snapshot.version, makeBody }
  })
  mountVersioned(app, ctx, listServiceIndex, async () => {
    const { index, version } = await catalogue.read()
    return { version, makeBody: () => index }
  })
  mountVersioned(app, ctx, listCategories, async ({ query }) => {
    const { categories, version } = await catalogue.read()
    const makeBody = async () => {
      const { rows } = toPageAfter(
        categories,
        query,
        ({ id }) => id,
        ({ services }) => services > 0,
      )
      return makeCompressedBody(JSON.stringify(z.encode(z.array(category), rows)), { isCached: false })
    }
    return { version, makeBody }
  })
  mountVersioned(app, ctx, listServicePage, async ({ query, signal }) => {
    const snapshot = await catalogue.read()
    const makeBody = async () => {
      const { json, lowest, total } = await find(query, signal, () => snapshot.page(query))
      const rest = { lowest: [...lowest], pagination: toPagination(total, query.limit) }
      const { services: _none, ...encoded } = z.encode(listServicePage.answer.schema, {
        services: [],
        ...rest,
      })
      const page = `{"services":[${json.join(',')}],${JSON.stringify(encoded).slice(1)}`
      return makeCompressedBody(page, { isCached: false })
    }
    return { version: snapshot.version, makeBody }
  })
  mount(app, ctx, listPicks, async () => {
    const { platforms } = await catalogue.read()
    const services = platforms.reduce((sum, platform) => sum + platform.services, 0)
    return {
      services,
      read_at: ctx.clock(),
      platforms: platforms.map((one) => ({ ...one, picks: [...one.picks] })),
    }
  })
  mountCsv(app, ctx, exportServices, {
    filename: 'services.csv',
    columns: serviceColumns,
    rows: async function* ({ query, signal }) {
      const snapshot = await catalogue.read()
      for await (const json of inSlices(await find(query, signal, () => snapshot.listJson(query))))
        yield toCells(json)
    },
  })
  mountVersioned(app, ctx, getService, async ({ params }) => {
    const snapshot = await catalogue.read()
    const json = snapshot.findJson(params.id)
    if (json === undefined) throw new AppError('service_not_found')
    return { version: snapshot.version, makeBody: () => makeCompressedBody(json, { isCached: false }) }
  })
}

/** One search at a time, so that the event loop serves other requests in between. */
const searching = makeSemaphore({ runningMax: 1, waitingMax: 400, waitMs: 10_000 })

async function find<T>({ search }: ServiceFilters, signal: AbortSignal, run: () => T): Promise<T> {
  if (search === undefined || search === '') return run()
  const work = async () => {
    await nextTurn()
    return run()
  }
  return searching(work, { signal })
}

const serviceColumns = [
  'id',
  'name',
  'category',
  'platform',
  'type',
  'rate',
  'min',
  'max',
  'refill',
  'cancel',
  'average_time',
  'description',
  'measured_seconds',
  'measured_orders',
]

function toCells(json: string): Cell[] {
  const one = z.decode(service, JSON.parse(json)) // encoded by the snapshot
  const {
    id,
    name,
    platform,
    type,
    rate,
    min,
    max,
    refill,
    cancel,
    average_time,
    measured_time,
    description,
  } = one
  return [
    id,
    name,
    one.category.name,
    platform,
    type,
    rate,
    min,
    max,
    refill,
    cancel,
    average_time,
    description,
    measured_time?.seconds ?? null,
    measured_time?.orders ?? null,
  ]
}
