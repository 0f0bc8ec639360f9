import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, id, idParam, idsParam, search } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, pageLimit } from '#contract/base/paging.ts'
import { serviceTypeNames } from './service-types.ts'

/**
 * Median delivery time of a service's recent completed orders; null below ten of them. `average_time` is what the provider
 * claims.
 */
const measuredTime = z.object({ seconds: z.int(), orders: z.int() })
export type MeasuredTime = z.output<typeof measuredTime>

export const dripfeed = z
  .boolean()
  .register(z.globalRegistry, { description: "the provider's flag, orders are never split into runs" })

/** A service as customers see it: no providers, costs or markups. `rate` is USD per 1000, for packages per order. */
export const service = z.object({
  id,
  name: z.string(),
  description: z.string(),
  category: z.object({ id, name: z.string() }),
  platform: z.string(),
  rate: moneyCodec,
  min: z.int(),
  max: z.int(),
  type: z.enum(serviceTypeNames),
  refill: z.boolean(),
  cancel: z.boolean(),
  dripfeed,
  average_time: z.nullable(z.string()),
  measured_time: z.nullable(measuredTime),
})
export type Service = z.output<typeof service>

export const category = z.object({ id, name: z.string(), platform: z.string(), services: z.int() })
export type Category = z.output<typeof category>

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  access: 'public',
  versioned: true,
  summary: 'Categories that have services, with how many; the cursor is the last id',
  query: z.strictObject(cursorPaging),
  answer: { status: 200, schema: z.array(category) },
  errors: [],
})

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  access: 'public',
  versioned: 'counted',
  summary:
    'The whole catalogue; ETag, 304, compressed. `search` answers at most 200; X-Total-Count says how many there are',
  query: z.strictObject({
    category: z.optional(idParam),
    platform: z.optional(z.string().check(atMost(40))),
    search,
    /** Only these, in the catalogue's order. A scrolled list requests the texts of the visible services. */
    ids: z.optional(idsParam),
    /** The first services, for a page that renders before all are loaded. */
    limit: z.optional(pageLimit),
  }),
  answer: { status: 200, schema: z.array(service) },
  errors: [],
})

export const exportServices = endpoint({
  method: 'GET',
  path: '/api/services/export.csv',
  access: 'public',
  summary: 'What the same filters leave of the catalogue, all of it, as a CSV file',
  query: z.strictObject({
    category: z.optional(idParam),
    platform: z.optional(z.string().check(atMost(40))),
    search,
    ids: z.optional(idsParam),
  }),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const getService = endpoint({
  method: 'GET',
  path: '/api/services/:id',
  access: 'public',
  versioned: true,
  summary: 'One service',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: service },
  errors: ['service_not_found'],
})

/**
 * The catalogue for pickers, one row per service in the order of `columns`, without descriptions:
 * 10,000 realistic services are 160 kB compressed this way. Flags are 0 or 1; `category` is an id.
 */
export const indexColumns = [
  'id',
  'name',
  'category',
  'platform',
  'rate',
  'min',
  'max',
  'type',
  'refill',
  'cancel',
  'average_time',
  'measured_seconds',
  'measured_orders',
] as const
export const indexRow = z.tuple([
  id,
  z.string(),
  id,
  z.string(),
  moneyCodec,
  z.int(),
  z.int(),
  z.enum(serviceTypeNames),
  z.union([z.literal(0), z.literal(1)]),
  z.union([z.literal(0), z.literal(1)]),
  z.nullable(z.string()),
  z.nullable(z.int()),
  z.nullable(z.int()),
])
export type IndexRow = z.output<typeof indexRow>

export const listServiceIndex = endpoint({
  method: 'GET',
  path: '/api/services/index',
  access: 'public',
  versioned: true,
  summary: 'The catalogue in columns, for pickers',
  answer: {
    status: 200,
    schema: z.object({
      columns: z.array(z.enum(indexColumns)),
      rows: z.array(indexRow),
      version: z.string(),
    }),
  },
  errors: [],
})
