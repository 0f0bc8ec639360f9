import * as z from 'zod/mini'
import { service } from './catalogue.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, id, idParam, search, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { pagePaging, pagination } from '#contract/base/paging.ts'

/** Without a sort a page is in the catalogue's own order. */
export const pageSorts = ['price', 'price-down', 'min', 'name'] as const

/** For readers without scripts and for search engines, which follow page links. */
export const listServicePage = endpoint({
  method: 'GET',
  path: '/api/services/page',
  access: 'public',
  versioned: true,
  summary: 'One numbered page of the catalogue, by filters and sorted',
  query: z.strictObject({
    category: z.optional(idParam),
    platform: z.optional(z.string().check(atMost(40))),
    search,
    sort: z.optional(z.enum(pageSorts)),
    limit: pagePaging.limit,
    page: pagePaging.page,
  }),
  answer: {
    status: 200,
    schema: z.object({
      services: z.array(service),
      /** The lowest rate per 1000 in each category of the page; packages are left out. */
      lowest: z.array(z.object({ category: id, rate: moneyCodec })),
      pagination,
    }),
  },
  errors: [],
})

/** The fields of a service that a price calculator needs. */
const pick = z.omit(service, { description: true })
export type Pick = z.output<typeof pick>

/**
 * What the front page shows per platform: the number of services, the lowest and highest rate per 1000 at `read_at`, and some
 * services for the price calculator, the cheapest of each category first.
 */
export const listPicks = endpoint({
  method: 'GET',
  path: '/api/services/picks',
  access: 'public',
  summary: 'Part of the catalogue by platform, for the front page',
  answer: {
    status: 200,
    schema: z.object({
      services: z.int(),
      read_at: time,
      platforms: z.array(
        z.object({
          name: z.string(),
          services: z.int(),
          lowest: z.nullable(pick),
          highest: z.nullable(moneyCodec),
          picks: z.array(pick),
        }),
      ),
    }),
  },
  errors: [],
})
export type PlatformPicks = z.output<typeof listPicks.answer.schema>['platforms'][number]
