import { adminService } from '#contract/catalogue/admin-services.ts'
import {
  getService,
  indexColumns,
  listCategories,
  listServiceIndex,
  listServices,
  service,
} from '#contract/catalogue/catalogue.ts'
import { listServicePage } from '#contract/catalogue/service-pages.ts'
import { fetchServices, previewImport } from '#contract/catalogue/imports.ts'
import { listImports, listImportSources } from '#contract/catalogue/import-runs.ts'
import { getOrder, listOrders, order, orderInFull } from '#contract/orders/orders.ts'
import { adminUser } from '#contract/users/admin-users.ts'
import { transaction } from '#contract/ledger/transactions.ts'
import { adminTransaction } from '#contract/ledger/admin-transactions.ts'
import { type Answer, like } from './answer-calls.ts'

/** The contents of the shop in which the screens are tested. */
export const followers = like(service, {
  id: 24,
  name: 'Instagram Followers',
  description: 'Real people',
  category: { id: 3, name: 'Instagram: Followers' },
  platform: 'Instagram',
  rate: 1.25,
  min: 100,
  max: 10000,
  type: 'Default',
})
const row = [24, 'Instagram Followers', 3, 'Instagram', 1.25, 100, 10000, 'Default', 0, 0, null, null, null]

export const catalogue: readonly Answer[] = [
  [listServiceIndex, { columns: [...indexColumns], rows: [row], version: '1' }],
  [listCategories, [{ id: 3, name: 'Instagram: Followers', platform: 'Instagram', services: 1 }]],
  [listServicePage, { services: [followers], lowest: [], pagination: { totalItems: 1, totalPages: 1 } }],
  [listServices, [followers]],
  [getService, followers],
]

const anOrder = {
  id: 31,
  service_id: 24,
  service_name: 'Instagram Followers',
  link: 'https://example.com/a',
  quantity: 1000,
  price: 1.25,
  status: 'COMPLETED',
}

export function makeOrder(members: object = {}): object {
  return like(order, { ...anOrder, ...members })
}

/** One order, in the list and on its page. */
export function oneOrder(members: object = {}): readonly Answer[] {
  return [
    [listOrders, { orders: [makeOrder(members)] }],
    [getOrder, { order: like(orderInFull, { ...anOrder, ...members }) }],
  ]
}

export function makeLine(members: object = {}): object {
  return like(transaction, {
    id: 51,
    type: 'order',
    status: 'completed',
    amount: -1.25,
    order_id: 31,
    ...members,
  })
}

export const aCustomer = like(adminUser, {
  id: 8,
  name: 'Minh',
  email: 'minh@example.com',
  balance: 4,
  status: 'active',
})
export const aColleague = like(adminUser, {
  id: 9,
  name: 'Boris',
  email: 'boris@example.com',
  role: 'admin',
  status: 'active',
})
export const soldService = like(adminService, {
  ...followers,
  rate: 1.25,
  original_rate: 1,
  markup_percentage: 25,
  provider: { id: 1, slug: 'smmdoge', name: 'SMMDoge', service: '7' },
})
export const aLine = like(adminTransaction, {
  id: 51,
  type: 'deposit',
  status: 'completed',
  amount: 10,
  user_id: 8,
  user_name: 'Minh',
})

const sources: Answer = [
  listImportSources,
  {
    sources: [
      { slug: 'justanotherpanel', name: 'JustAnotherPanel', has_key: true },
      { slug: 'smmdoge', name: 'SMMDoge', has_key: true },
    ],
  },
]
const offered = {
  service: '7',
  name: 'Instagram Likes',
  category: 'Likes',
  type: 'Default',
  rate: '0.5',
  min: '10',
  max: '1000',
  refill: false,
  cancel: false,
  dripfeed: false,
  platform: 'Instagram',
}
/** A provider's list, as needed for an import. */
export const importable: readonly Answer[] = [
  sources,
  [listImports, { imports: [] }],
  [fetchServices, { data: [offered] }],
  [
    previewImport,
    {
      data: [
        { service: '7', outcome: 'created', code: null, name: null, cost: 0.5, rate: 0.65, rate_now: null },
      ],
    },
  ],
]
