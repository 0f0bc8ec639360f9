import { sql } from 'kysely'

import { parseMoney } from '#contract/money.ts'
import type { Context } from '#server/context.ts'
import { readPanelBalance } from '#server/integrations/panel-api/read-panel.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'

export type UnknownOrder = {
  user_id: number
  id: bigint
  attempts: number
  provider_id: number
  cost: bigint
  balance_before: string | null
  started_at: Date
}

export type Evidence = { says: 'taken' | 'not_taken' | 'nothing'; because: string }

/** A cost below this may not show in a balance that is given in cents. */
const VISIBLE_COST = 1_000_000n

/**
 * What the provider's balance says of one unknown sending (field notes 2): it stands as before, or it fell by the
 * expected cost, while nothing else was open there. All of that must hold, else it says nothing.
 */
export async function findEvidence(ctx: Context, unknown: UnknownOrder): Promise<Evidence> {
  const before = unknown.balance_before === null ? undefined : parseMoney(unknown.balance_before)
  if (before === undefined) return nothing('The balance before the sending is not known')
  if (!(await isQuiet(ctx, unknown))) return nothing('Other orders moved the balance at the provider too')
  let account
  try {
    account = await getProviderAccount(ctx, unknown.provider_id)
  } catch {
    return nothing('The provider has no key any more')
  }
  const answer = await callProvider(ctx, account, readPanelBalance)
  if (!answer.ok) return nothing('The balance at the provider can not be read')
  if (!(await isQuiet(ctx, unknown))) return nothing('Other orders moved the balance at the provider too')
  const { balance, currency } = answer.value
  if (currency !== undefined && currency !== account.currency)
    return nothing('The balance is in another currency than before')
  const now = parseMoney(balance)
  const rate = parseMoney(account.usdPerUnit)
  if (now === undefined || rate === undefined) return nothing('The balance can not be compared')
  return judgeBalance({ before, now, cost: (unknown.cost * 100_000_000n) / rate })
}

/** All in the provider's currency. */
function judgeBalance({ before, now, cost }: { before: bigint; now: bigint; cost: bigint }): Evidence {
  if (cost < VISIBLE_COST) return nothing('It costs too little to show in the balance')
  if (now === before)
    return { says: 'not_taken', because: 'The balance at the provider did not move: it was not taken' }
  const fell = before - now
  const tolerance = cost / 50n > VISIBLE_COST ? cost / 50n : VISIBLE_COST
  if (fell >= cost - tolerance && fell <= cost + tolerance)
    return {
      says: 'taken',
      because: 'The balance at the provider fell by the expected cost: it was probably taken',
    }
  return nothing('The balance at the provider moved by another amount')
}

/**
 * Nothing else was sent there since the balance before was read, nothing of ours is open there whose part could be
 * given back, and nothing changed that could have been.
 */
async function isQuiet(
  ctx: Context,
  { user_id, id, attempts, provider_id, started_at }: UnknownOrder,
): Promise<boolean> {
  const { rows } = await sql<{ quiet: boolean }>`
select not exists (
    select from order_attempts other
    join orders on orders.user_id = other.user_id and orders.id = other.order_id
    where other.provider_id = ${provider_id} and other.started_at > ${started_at}::timestamptz - interval '30 days'
      and not (other.user_id = ${user_id} and other.order_id = ${id} and other.number = ${attempts})
      and (other.started_at >= ${started_at} or orders.updated_at >= ${started_at}::timestamptz - interval '15 minutes'
        or other.state = 'sending'
        or other.state = 'unknown' and orders.dispatch in ('unknown', 'review'))
  ) and not exists (
    select from orders where provider_id = ${provider_id} and check_at is not null
  ) as quiet`.execute(ctx.db)
  return rows[0]?.quiet === true
}

function nothing(because: string): Evidence {
  return { says: 'nothing', because }
}
