import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminService, listAdminServices } from '#contract/catalogue/admin-services.ts'
import { indexColumns, listCategories, listServiceIndex, service } from '#contract/catalogue/catalogue.ts'
import { listPicks, listServicePage } from '#contract/catalogue/service-pages.ts'
import { listAdminCategories } from '#contract/catalogue/sort-order.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { openHere } from '#web/testing/expect-screens.ts'
import type { Viewer } from '#web/testing/open-page.tsx'
import { followers, soldService } from '#web/testing/shop.ts'

const servicesCount = 10_000
const screensMax = 12
/** Few names at real panels are longer. */
const longName =
  'Instagram Followers | Real and Active Accounts from the USA, Canada and Europe | Start 0-1 Hour | Speed 10K-100K/Day | Non Drop | Max 1M | 365 Days Refill Button | Cancel Enabled | Best Seller'
const nameOf = (id: number) => `${longName} ${id}`
const categoriesCount = 20
/** Consecutive rows have different categories, so each has a heading. */
const categoryOf = (id: number) => ({
  id: (id % categoriesCount) + 1,
  name: `Instagram: Followers, guaranteed ${id % categoriesCount}`,
})
const ids = Array.from({ length: servicesCount }, (_, at) => at + 1)

/** Paged like the server's. */
function pageOf(request: Request): { ids: number[]; pagination: object } {
  const { searchParams } = new URL(request.url)
  const size = Number(searchParams.get('limit'))
  const begin = (Number(searchParams.get('page') ?? 1) - 1) * size
  const pagination = { totalItems: servicesCount, totalPages: Math.ceil(servicesCount / size) }
  return { ids: ids.slice(begin, begin + size), pagination }
}

const members = (id: number) => ({
  ...followers,
  id,
  name: nameOf(id),
  category: categoryOf(id),
  description: 'Real people. '.repeat(40),
  refill: true,
})

const answers: Answer[] = [
  [
    listCategories,
    ids.slice(0, categoriesCount).map((id) => ({
      ...categoryOf(id),
      platform: 'Instagram',
      services: servicesCount / categoriesCount,
    })),
  ],
  [
    listServiceIndex,
    {
      columns: [...indexColumns],
      rows: ids.map((id) => [
        id,
        nameOf(id),
        categoryOf(id).id,
        'Instagram',
        1.25,
        100,
        10_000,
        'Default',
        1,
        0,
        null,
        null,
        null,
      ]),
      version: '1',
    },
  ],
  [
    listServicePage,
    (request) => {
      const { ids: own, pagination } = pageOf(request)
      const lowest = ids.slice(0, categoriesCount).map((category) => ({ category, rate: 1.25 }))
      return Response.json({ services: own.map((id) => like(service, members(id))), lowest, pagination })
    },
  ],
  [listPicks, { services: servicesCount, platforms: [] }],
  [listAdminCategories, { categories: [], next_cursor: null }],
  [
    listAdminServices,
    (request) => {
      const { ids: own, pagination } = pageOf(request)
      const services = own.map((id) => like(adminService, { ...soldService, ...members(id) }))
      return Response.json(like(listAdminServices.answer.schema, { services, pagination }))
    },
  ],
]

type Listed = { at: string; viewer: Viewer; rows: number; row: string }

const lists: Listed[] = [
  { at: '/services', viewer: 'customer', rows: 25, row: 'main article' },
  { at: '/services/instagram?page=2', viewer: 'visitor', rows: 25, row: 'main article' },
  { at: '/pricing', viewer: 'visitor', rows: 40, row: 'main article' },
  // The longest selectable page.
  { at: '/admin/services?limit=50', viewer: 'staff', rows: 50, row: 'main tbody tr' },
]

afterEach(() => page.viewport(1360, 820))

test.each(lists)(
  `$at is not higher than ${screensMax} screens with 10,000 services of long names, on a phone and on a wide screen`,
  async ({ at, viewer, rows, row }) => {
    await page.viewport(390, 844)
    await openHere({ at, viewer, answers })
    for (const [width, height] of [
      [390, 844],
      [1360, 900],
    ] as const) {
      await page.viewport(width, height)
      await expect.poll(() => document.querySelectorAll(row).length, { timeout: 30_000 }).toBe(rows)
      await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
      await document.fonts.ready
      expect([width, document.documentElement.scrollHeight / height <= screensMax]).toEqual([width, true])
    }
  },
)
