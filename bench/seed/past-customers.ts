import { languages } from '#contract/base/languages.ts'
import { permissions } from '#contract/base/permissions.ts'
import { copyPastKey } from '#server/modules/users/api-keys/copy-past-keys.ts'
import { copyConfirmation, copyPastUser } from '#server/modules/users/copy-past-users.ts'

import {
  BIG_CUSTOMER_ID,
  FIRST_CUSTOMER_ID,
  hasKey,
  LAST_STAFF_ID,
  OWNER_ID,
  seededEmail,
  seededKey,
  seededKeyId,
} from './known-accounts.ts'
import type { Past } from './past.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
/** A fifth of the customers existed from the beginning. */
const FOUNDERS = 0.2
const BIG_SHARE = 0.03
/** Settings of retention, by default. */
const CONFIRMATION_MS = 30 * DAY_MS

const placeOf = (id: number) => id - FIRST_CUSTOMER_ID

/** How many customers other than the big one are registered by then. */
export function countRegistered({ customers, openedAt, now }: Shop, at: number): number {
  const share = FOUNDERS + ((1 - FOUNDERS) * (at - openedAt)) / (now - openedAt)
  return Math.max(1, Math.floor((customers - 1) * share))
}

function registeredAt({ customers, openedAt, now }: Shop, id: number): number {
  const share = (placeOf(id) + 1) / (customers - 1)
  if (id < FIRST_CUSTOMER_ID || share <= FOUNDERS) return openedAt - (FOUNDERS - share) * 100 * DAY_MS
  return openedAt + ((share - FOUNDERS) / (1 - FOUNDERS)) * (now - openedAt)
}

/** Every twentieth customer never ordered, and every tenth stopped a year after the shop opened. */
const isIdle = (id: number) => placeOf(id) % 20 === 7
const isQuiet = (id: number) => placeOf(id) % 10 === 3
export const readsNotifications = (id: number) => placeOf(id) % 10 !== 1
export const wantsPromotions = (id: number) => placeOf(id) % 7 === 2
export const isBlocked = (id: number) => placeOf(id) % 50 === 29
export const discountOf = (id: number) => (placeOf(id) % 25 === 4 ? 500 : 0)

/** The customer of an order at that time: early customers order often, the last ones rarely. */
export function pickCustomer(shop: Shop, at: number, random: Random): number {
  if (random.part() < BIG_SHARE) return BIG_CUSTOMER_ID
  const id = FIRST_CUSTOMER_ID + Math.floor(countRegistered(shop, at) * random.part() ** 2)
  return isIdle(id) || (isQuiet(id) && at > shop.openedAt + YEAR_MS) ? id - 1 : id
}

/** Written after the past, when balances are known. */
export function copyUsers({ rows, shop, ledger }: Past, passwordHash: string): void {
  for (let id = OWNER_ID; id < FIRST_CUSTOMER_ID + shop.customers - 1; id += 1) {
    const isStaff = id <= LAST_STAFF_ID
    const createdAt = registeredAt(shop, id)
    copyPastUser(rows, {
      id,
      name: `${isStaff ? 'Staff' : 'Customer'} ${id}`,
      email: seededEmail(id),
      passwordHash,
      ...(isStaff && {
        permissions: id === OWNER_ID ? null : permissions.filter((_, place) => place % 5 !== id % 5),
      }),
      isBlocked: isBlocked(id) && !isStaff,
      language: languages[id % languages.length] ?? 'en',
      country: ['US', 'VN', 'RU', 'BR', 'IN'][id % 5] ?? 'US',
      createdAt: new Date(createdAt),
      seenAt: new Date(
        isQuiet(id) ? Math.max(createdAt, shop.openedAt + YEAR_MS) : shop.now - (id % 90) * DAY_MS,
      ),
    })
    if (shop.now - createdAt < CONFIRMATION_MS)
      copyConfirmation(rows, { userId: id, email: seededEmail(id), at: new Date(createdAt) })
    if (hasKey(id))
      copyPastKey(rows, {
        userId: id,
        id: seededKeyId(id),
        key: seededKey(id),
        createdAt: new Date(createdAt),
        usedAt: new Date(shop.now),
      })
    ledger.copyAccount({
      userId: id,
      canSpend: !isBlocked(id) || isStaff,
      discountBasisPoints: isStaff ? 0 : discountOf(id),
    })
  }
}
