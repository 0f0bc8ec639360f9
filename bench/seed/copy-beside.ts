import { toDecimal, UNITS_PER_USD } from '#contract/base/money.ts'
import {
  COPIED_QUANTITY_MAX,
  copyApiService,
  copyFavourite,
  copyImport,
  copyProviderChange,
  copyProviderOffer,
} from '#server/modules/catalogue/copy-catalogue.ts'
import {
  copyBalanceNotice,
  copyPreferences,
} from '#server/modules/messaging/notifications/copy-past-preferences.ts'
import { copyOrderView } from '#server/modules/orders/past/copy-past-orders.ts'
import { copyProviderBalance, copyProviderCalls } from '#server/modules/providers/copy-providers.ts'
import { copyTestOrder } from '#server/modules/reseller/copy-past-test-orders.ts'
import { copyCannedReply } from '#server/modules/support/contact/copy-past-messages.ts'
import {
  copyCustomRate,
  copyPlace,
  copySession,
  copyStaffRefund,
} from '#server/modules/users/copy-past-users.ts'

import { BIG_CUSTOMER_ID, FIRST_CUSTOMER_ID, hasKey, LAST_STAFF_ID, OWNER_ID } from './known-accounts.ts'
import { wantsPromotions } from './past-customers.ts'
import type { Past } from './past.ts'
import { listProviderIds } from './shop.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CALL_DAYS = 8
const CHANGE_MS = 300 * DAY_MS
const SESSION_DAYS = 30
/** Favourites of the big customer; every fifth of the others has four. */
const BIG_FAVOURITES = 200

/** Data of customers, providers and staff other than orders and money. */
export function copyBeside(past: Past): void {
  const { shop } = past
  copyOfShop(past)
  for (let id = BIG_CUSTOMER_ID; id < FIRST_CUSTOMER_ID + shop.customers - 1; id += 1)
    copyOfCustomer(past, id)
  for (const providerId of listProviderIds()) {
    for (let at = shop.now - CALL_DAYS * DAY_MS; at < shop.now; at += HOUR_MS)
      copyProviderCalls(past.rows, {
        providerId,
        hour: new Date(Math.floor(at / HOUR_MS) * HOUR_MS),
        calls: 200 + past.random.below(800),
        failures: past.random.below(5),
      })
    for (let at = Math.ceil(shop.openedAt / DAY_MS) * DAY_MS; at < shop.now - DAY_MS; at += DAY_MS)
      copyProviderBalance(past.rows, {
        providerId,
        day: new Date(at),
        first: '1500.00000000',
        last: '1000.00000000',
      })
  }
}

function copyOfCustomer({ rows, shop, random, ledger }: Past, userId: number): void {
  const count = userId === BIG_CUSTOMER_ID ? BIG_FAVOURITES : userId % 5 === 0 ? 4 : 0
  const first = random.below(shop.services.length)
  for (let nth = 0; nth < Math.min(count, shop.services.length); nth += 1) {
    const service = shop.services[(first + nth) % shop.services.length]
    if (service === undefined) continue
    const serviceId = service.id
    copyFavourite(rows, { userId, serviceId })
    if (userId % 25 === 0 || userId === BIG_CUSTOMER_ID)
      copyCustomRate(rows, { userId, serviceId, rate: (((service.rate / 10_000n) * 9n) / 10n) * 10_000n })
    if (hasKey(userId))
      copyApiService(rows, {
        userId,
        serviceId,
        at: new Date(shop.now - random.below(SESSION_DAYS * DAY_MS)),
      })
  }
  if (wantsPromotions(userId)) copyPreferences(rows, { userId, at: new Date(shop.openedAt) })
  if (userId % 20 === 0)
    copyBalanceNotice(rows, {
      userId,
      below: 5n * UNITS_PER_USD,
      balance: ledger.balanceOf(userId),
      seq: ledger.seqOf(userId),
      at: new Date(shop.openedAt),
    })
  const [tried] = shop.services
  if (hasKey(userId) && userId % 5 === 0 && tried !== undefined)
    copyTestOrder(rows, { userId, serviceId: tried.id, price: tried.rate, at: new Date(shop.now - DAY_MS) })
  if (userId % 3 !== 0) return
  const at = shop.now - random.below(SESSION_DAYS * DAY_MS)
  copySession(rows, {
    userId,
    id: random.uuid(),
    at: new Date(at),
    endsAt: new Date(at + SESSION_DAYS * DAY_MS),
  })
  copyPlace(rows, { userId, at: new Date(at) })
}

/** Data of the catalogue and staff. */
function copyOfShop({ rows, shop }: Past): void {
  for (const providerId of listProviderIds()) {
    const services = shop.services.filter(({ supplies }) => supplies[0]?.providerId === providerId)
    copyImport(rows, { id: providerId, providerId, actorId: OWNER_ID, services, at: new Date(shop.openedAt) })
  }
  for (const { id: serviceId, name, type, supplies } of shop.services)
    for (const { providerId, service, costRate } of supplies) {
      const rate = toDecimal(costRate)
      copyProviderOffer(rows, { providerId, service, name, type, rate, min: 100, max: COPIED_QUANTITY_MAX })
      const at = new Date(shop.now - ((serviceId * DAY_MS) % CHANGE_MS))
      copyProviderChange(rows, {
        providerId,
        service,
        serviceId,
        before: toDecimal((costRate * 9n) / 10n),
        after: rate,
        at,
      })
    }
  for (const title of ['Asked the provider', 'Refunded', 'Private link']) copyCannedReply(rows, title)
  for (let userId = OWNER_ID; userId <= LAST_STAFF_ID; userId += 1) {
    copyOrderView(rows, { userId, id: 1, name: 'Failed', query: 'status=FAILED' })
    copyStaffRefund(rows, { userId, day: new Date(shop.now - DAY_MS), refunded: 5n * UNITS_PER_USD })
  }
}
