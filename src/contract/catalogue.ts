import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { atMost, id, idParam, idsParam, line, lines, search, time } from './fields.ts'
import { moneyCodec } from './money-codec.ts'
import { pageLimit, pagePaging, pagination } from './paging.ts'
import { serviceTypeNames } from './service-types.ts'

/** What is sold. Nothing of providers, costs or markups is in it. `rate` is USD per 1000 (a package's: per order). */
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
  dripfeed: z.boolean(),
  average_time: z.nullable(z.string()),
})
export type Service = z.output<typeof service>

export const category = z.object({ id, name: z.string(), platform: z.string(), services: z.int() })
export type Category = z.output<typeof category>

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  access: 'public',
  summary: 'Categories that have services, with how many',
  answer: { status: 200, schema: z.array(category) },
  errors: [],
})

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  access: 'public',
  summary: 'The whole catalogue; ETag, 304, compressed',
  query: z.object({
    category: z.optional(idParam),
    platform: z.optional(z.string().check(atMost(40))),
    search,
    /** These alone, in the catalogue's order: a list that is scrolled asks for the texts of what is in sight. */
    ids: z.optional(idsParam),
    /** The first so many: what fits on a screen, for a page that is rendered before the rest is loaded. */
    limit: z.optional(pageLimit),
  }),
  answer: { status: 200, schema: z.array(service) },
  errors: [],
})

export const getService = endpoint({
  method: 'GET',
  path: '/api/services/:id',
  access: 'public',
  summary: 'One service',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: service },
  errors: ['service_not_found'],
})

/**
 * The catalogue for pickers, a row per service in the order of `columns` and without descriptions:
 * 10,000 real-looking services are 160 kB compressed this way. Flags are 0 or 1; `category` is an id.
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
])
export type IndexRow = z.output<typeof indexRow>

export const listServiceIndex = endpoint({
  method: 'GET',
  path: '/api/services/index',
  access: 'public',
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

export const listPlatforms = endpoint({
  method: 'GET',
  path: '/api/admin/platforms',
  access: 'admin',
  summary: 'Names of the platforms',
  answer: { status: 200, schema: z.array(z.string()) },
  errors: [],
})

/** A service as staff see it: the provider's side too. `original_rate` is the cost per 1000 in USD. */
export const adminService = z.extend(service, {
  name_original: z.string(),
  original_rate: z.nullable(moneyCodec),
  markup_percentage: z.nullable(z.number()),
  provider: z.nullable(z.object({ id, slug: z.string(), name: z.string(), service: z.string() })),
  is_active: z.boolean(),
  updated_at: time,
})
export type AdminService = z.output<typeof adminService>

export const listAdminServices = endpoint({
  method: 'GET',
  path: '/api/admin/services',
  access: 'admin',
  summary: 'Services with cost, markup and provider',
  query: z.strictObject({ search, category: z.optional(idParam), ...pagePaging }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), services: z.array(adminService), pagination }),
  },
  errors: [],
})

const invalidService = 'Please fill in all required fields with valid values' // spec §5
const rate = moneyCodec.check(
  z.refine(
    (amount) => amount > 0n && amount % 10_000n === 0n,
    'The rate must be above 0 with at most 4 decimals',
  ),
)
const serviceFields = {
  name: line({ min: 1, max: 500, message: invalidService }),
  description: z.optional(lines({ max: 20_000, message: invalidService })),
  category: z.optional(line({ min: 1, max: 200, message: invalidService })),
  platform: z.optional(line({ min: 1, max: 40, message: invalidService })),
  rate,
  min: z.int().check(z.minimum(0, invalidService), z.maximum(2_147_483_647, invalidService)),
  max: z.int().check(z.minimum(1, invalidService), z.maximum(2_147_483_647, invalidService)),
  refill: z.optional(z.boolean()),
  cancel: z.optional(z.boolean()),
  average_time: z.optional(z.nullable(line({ max: 60, message: '' }))),
  is_active: z.optional(z.boolean()),
}

export const createService = endpoint({
  method: 'POST',
  path: '/api/admin/services',
  access: 'admin',
  summary: 'Adds a service by hand',
  body: z.strictObject(serviceFields),
  answer: { status: 201, schema: z.object({ success: z.literal(true), service: adminService }) },
  errors: [],
})

export const updateService = endpoint({
  method: 'PUT',
  path: '/api/admin/services/:id',
  access: 'admin',
  summary: 'Changes a service; orders that were placed keep their price',
  params: z.object({ id: idParam }),
  body: z.strictObject({
    ...serviceFields,
    name: z.optional(serviceFields.name),
    rate: z.optional(rate),
    min: z.optional(serviceFields.min),
    max: z.optional(serviceFields.max),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), service: adminService }) },
  errors: ['service_not_found'],
})

export const deleteService = endpoint({
  method: 'DELETE',
  path: '/api/admin/services/:id',
  access: 'admin',
  summary: 'Takes a service off the catalogue; its orders stay',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['service_not_found'],
})
