import type { BodyOf } from '#contract/base/endpoint.ts'
import { moneyFromNumber, toDecimal } from '#contract/base/money.ts'
import type { AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'

export type Change = BodyOf<typeof updateUser>

/** A new balance is sent with the one that was shown, so that no unseen change is overwritten. */
export function toChange(user: AdminUser, data: FormData) {
  const balance = toWireMoney(String(data.get('balance') ?? ''))
  const isMoved = balance !== undefined && moneyFromNumber(balance) !== user.balance
  return {
    name: data.get('name'),
    username: data.get('username'),
    role: data.get('role'),
    status: data.get('status'),
    ...(isMoved && {
      balance,
      expected_balance: Number(plainOf(user.balance)),
      reason: data.get('reason') ?? '',
    }),
  }
}

/** "12.5", as it would be typed. */
export function plainOf(amount: bigint): string {
  const [whole = '0', cents = ''] = toDecimal(amount).split('.')
  return `${whole}.${cents.replace(/0{1,6}$/, '')}`
}

export function isDemoting(user: AdminUser, { role }: Change): boolean {
  return user.role === 'admin' && role === 'user'
}

export function isBlocking(user: AdminUser, { status }: Change): boolean {
  return user.status === 'active' && status === 'blocked'
}
