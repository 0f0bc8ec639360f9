import { copyApiService, copyFavourite } from '#server/modules/catalogue/copy-catalogue.ts'
import { copyProviderBalance, copyProviderCalls } from '#server/modules/providers/copy-providers.ts'
import { copyCustomRate, copySession } from '#server/modules/users/copy-past-users.ts'

import { BIG_CUSTOMER_ID, FIRST_CUSTOMER_ID, hasKey } from './known-accounts.ts'
import type { Past } from './past.ts'
import { listProviderIds } from './shop.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CALL_DAYS = 8
const SESSION_DAYS = 30
/** Of the big customer; of every fifth of the others four. */
const BIG_FAVOURITES = 200

/** What customers and providers have beside their orders and money. */
export function copyBeside(past: Past): void {
  const { shop } = past
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
    for (let at = shop.openedAt; at < shop.now - DAY_MS; at += DAY_MS)
      copyProviderBalance(past.rows, {
        providerId,
        day: new Date(at),
        first: '1500.00000000',
        last: '1000.00000000',
      })
  }
}

function copyOfCustomer({ rows, shop, random }: Past, userId: number): void {
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
  if (userId % 3 !== 0) return
  const at = shop.now - random.below(SESSION_DAYS * DAY_MS)
  copySession(rows, {
    userId,
    id: random.uuid(),
    at: new Date(at),
    endsAt: new Date(at + SESSION_DAYS * DAY_MS),
  })
}
