import { AppError } from '#contract/base/errors.ts'
import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Deposit } from '#server/modules/payments/deposits/deposit-queries.ts'
import { findReal, isPlayMoney } from '#server/modules/audit-log/mode/refuse-real.ts'

import { findKeptAccount } from './gateway-queries.ts'
import { closeRealDeposits, listOpenPlaces } from './real-among-play-queries.ts'

/**
 * Whether the money of this database is play money and this deposit was opened at a gateway that is real: what arrives there
 * is never a balance here, and never passed over either (decision 23).
 */
export async function isRealAmongPlay(
  db: Kysely<DB>,
  { gateway_account: account, payment_url: url }: Pick<Deposit, 'gateway_account' | 'payment_url'>,
): Promise<boolean> {
  const kept = account === null ? undefined : await findKeptAccount(db, account)
  const place = kept?.url ?? url
  return place !== null && (await findReal(db, [place])).length > 0
}

/** Throws `state_conflict` for such a deposit. */
export async function refuseRealAmongPlay(db: Kysely<DB>, deposit: Deposit): Promise<void> {
  if (await isRealAmongPlay(db, deposit)) throw new AppError('state_conflict', { reason: 'play_money' })
}

const AT_ONCE = 500

/**
 * At a start among play money: nobody is sent on to pay what was still open at a real gateway. It goes on being asked about
 * what was opened there, and what nobody can ask about any more is a person's at once.
 */
export async function setAsideRealDeposits({ db, clock }: Context): Promise<void> {
  if (!(await isPlayMoney(db))) return
  let after = 0n
  for (;;) {
    const open = await listOpenPlaces(db, { after, count: AT_ONCE })
    const places = open.flatMap(({ url }) => (url === null ? [] : [url]))
    const real = new Set(await findReal(db, places))
    const ids = open.flatMap(({ id, url }) => (url !== null && real.has(url) ? [id] : []))
    if (ids.length > 0) await closeRealDeposits(db, { ids, now: clock() })
    const last = open.at(-1)
    if (last === undefined || open.length < AT_ONCE) return
    after = last.id
  }
}
