import * as z from 'zod/mini'
import { service } from './catalogue.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, idParam, search, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { pagePaging, pagination } from '#contract/base/paging.ts'

/** How a page of the catalogue may be sorted; without one it is in the catalogue's own order. */
export const pageSorts = ['price', 'price-down', 'min', 'name'] as const

/** For whoever reads without a script, and for search engines, which follow links from page to page. */
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
  answer: { status: 200, schema: z.object({ services: z.array(service), pagination }) },
  errors: [],
})

/** A service as a calculator needs it. */
const pick = z.omit(service, { description: true })
export type Pick = z.output<typeof pick>

/**
 * What a front page shows of the catalogue, per platform: how much there is, the lowest rate per 1000 as it is at
 * `read_at`, and some services that a price can be reckoned for (the cheapest of each category first).
 */
export const listPicks = endpoint({
  method: 'GET',
  path: '/api/services/picks',
  access: 'public',
  summary: 'Some of the catalogue, by platform, for a front page',
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
          /** The rate per 1000 of the dearest. */
          highest: z.nullable(moneyCodec),
          picks: z.array(pick),
        }),
      ),
    }),
  },
  errors: [],
})
export type PlatformPicks = z.output<typeof listPicks.answer.schema>['platforms'][number]
