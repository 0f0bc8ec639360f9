import * as z from 'zod/mini'
import { service } from './catalogue.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { atMost, id, idParam, line, lines, nameLine, search, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { nextCursor, pagePaging, pagination } from '#contract/base/paging.ts'

export const listPlatforms = endpoint({
  method: 'GET',
  path: '/api/admin/platforms',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Names of the platforms',
  answer: { status: 200, schema: z.array(z.string()) },
  errors: [],
})

/** A service as staff see it, with cost and provider. `original_rate` is the cost per 1000 in USD. */
export const adminService = z.extend(z.omit(service, { measured_time: true }), {
  name_original: z.string(),
  original_rate: z.nullable(moneyCodec),
  markup_percentage: z.nullable(z.number()),
  provider: z.nullable(z.object({ id, slug: z.string(), name: z.string(), service: z.string() })),
  is_active: z.boolean(),
  below_cost: z.boolean(),
  by_hand: z.boolean(),
  /** The number of supplies. */
  supplies: z.int(),
  /** Why it can't be sold: the provider's type is unknown, so the fields to ask customers for are unknown too. */
  note: z.nullable(z.object({ code: z.literal('type_not_understood'), type: z.string() })),
  updated_at: time,
})
export type AdminService = z.output<typeof adminService>

/** `below_cost`: on sale at less than its cost, so it cannot be ordered; `unsupplied`: without a supply. */
export const serviceStates = ['on_sale', 'off_sale', 'below_cost', 'unsupplied', 'not_understood'] as const
export type ServiceState = (typeof serviceStates)[number]

/** `place`: the catalogue's own order. A minus reverses the order. */
export const serviceSorts = [
  'id',
  '-id',
  'name',
  '-name',
  'rate',
  '-rate',
  'markup',
  '-markup',
  'place',
] as const
export type ServiceSort = (typeof serviceSorts)[number]

/** The filter of the admin list and of bulk changes. In a URL the ids are strings. */
export function serviceFilter<const Id extends typeof id | typeof idParam>(ids: Id) {
  return {
    search,
    category: z.optional(ids),
    provider: z.optional(ids),
    state: z.optional(z.enum(serviceStates)),
  }
}

export const listAdminServices = endpoint({
  method: 'GET',
  path: '/api/admin/services',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Services with cost, markup and provider',
  query: z.strictObject({ ...serviceFilter(idParam), sort: z.optional(z.enum(serviceSorts)), ...pagePaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      services: z.array(adminService),
      next_cursor: nextCursor,
      pagination,
    }),
  },
  errors: [],
})

const invalidService = says('service_incomplete') // spec §5
const rate = moneyCodec.check(
  z.refine((amount) => amount > 0n, { error: invalidService, abort: true }),
  z.refine((amount) => amount % 10_000n === 0n, says('rate_invalid')),
)
/** By name (created if missing), by id, or as a GET returns it, in which case only the id is used. */
const categoryReference = z.union([
  nameLine({ max: 200, message: invalidService }),
  id,
  z.strictObject({
    id,
    name: z.optional(z.string().check(atMost(500))),
    platform: z.optional(z.string().check(atMost(500))),
    services: z.optional(z.int()),
    on_sale: z.optional(z.int()),
  }),
])
export type CategoryReference = z.output<typeof categoryReference>

const serviceFields = {
  name: nameLine({ max: 500, message: invalidService }),
  description: z.optional(lines({ max: 20_000, message: invalidService })),
  category: z.optional(categoryReference),
  platform: z.optional(line({ min: 1, max: 40, message: invalidService })),
  rate,
  min: z.int().check(z.minimum(0, invalidService), z.maximum(2_147_483_647, invalidService)),
  max: z.int().check(z.minimum(1, invalidService), z.maximum(2_147_483_647, invalidService)),
  refill: z.optional(z.boolean()),
  cancel: z.optional(z.boolean()),
  average_time: z.optional(z.nullable(line({ max: 60 }))),
  is_active: z.optional(z.boolean()),
  /** May be sent to a supply that costs more than the customer pays. */
  below_cost: z.optional(z.boolean()),
  /** Sold even without a usable supply; its orders then wait for staff. */
  by_hand: z.optional(z.boolean()),
}

const oneService = z.object({ success: z.literal(true), service: adminService })

export const createService = endpoint({
  method: 'POST',
  path: '/api/admin/services',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Adds a service by hand',
  body: z.strictObject(serviceFields),
  answer: { status: 201, schema: oneService },
  errors: [],
})

export const duplicateService = endpoint({
  method: 'POST',
  path: '/api/admin/services/:id/duplicate',
  access: 'admin',
  needs: 'catalogue',
  summary:
    'Adds a copy below the service, off sale and without supplies: a provider’s service fulfils one of ours',
  params: z.object({ id: idParam }),
  answer: { status: 201, schema: oneService },
  errors: ['service_not_found'],
})

export const updateService = endpoint({
  method: 'PUT',
  path: '/api/admin/services/:id',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Changes a service; orders that were placed keep their price',
  params: z.object({ id: idParam }),
  takesBack: { answer: oneService, within: 'service' },
  body: z.strictObject({
    ...serviceFields,
    name: z.optional(serviceFields.name),
    rate: z.optional(rate),
    min: z.optional(serviceFields.min),
    max: z.optional(serviceFields.max),
  }),
  answer: { status: 200, schema: oneService },
  errors: ['service_not_found'],
})

export const deleteService = endpoint({
  method: 'DELETE',
  path: '/api/admin/services/:id',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Deletes a service; its orders stay',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['service_not_found'],
})
