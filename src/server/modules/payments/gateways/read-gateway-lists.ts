import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

import { openFieldsOf } from '#contract/base/gateways/registry.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { Gateway, GatewayAccount, ListPage } from '#server/integrations/gateways/gateway.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findGatewayAccount } from './find-account.ts'
import { storeListedPayments } from './store-listed-payments.ts'

const HOUR_MS = 3_600_000
/** Read again each time, since an open payment may be paid meanwhile, and a paid one reversed. */
const OVERLAP_MS = 48 * HOUR_MS
const AGAIN_AFTER_FAILURE_MS = 300_000
const PAGES_MAX = 200
const SPAN_MIN_MS = 60_000

/**
 * Reads the lists of every gateway that has one, each once an hour in one process: this finds what a lost webhook or an
 * ended poll missed. For differences the gateway is asked (`storeListedPayments`); nothing is credited from a list.
 */
export async function readGatewayLists(ctx: Context): Promise<void> {
  for (const gateway of ctx.gateways.values()) {
    const account = gateway.listPayments && (await findGatewayAccount(ctx, gateway))
    if (account === undefined || gateway.canList?.(account) === false) continue
    const now = ctx.clock()
    const claimed = await claimList(ctx.db, gateway, { account, now })
    if (claimed === undefined) continue
    const since = new Date(
      Math.max(claimed.listed_since.getTime(), claimed.listed_until.getTime() - OVERLAP_MS),
    )
    const fault = await readSpan(ctx, { gateway, account }, { since, until: now })
    if (fault !== undefined) ctx.log.warn({ gateway: gateway.data.id, fault }, 'a list could not be read')
    await endList(ctx.db, gateway, { now, fault })
  }
}

type Source = { gateway: Gateway; account: GatewayAccount }

/** All pages of a time span, split in half if there are too many. Returns why it could not be read. */
async function readSpan(
  ctx: Context,
  { gateway, account }: Source,
  { since, until }: Pick<ListPage, 'since' | 'until'>,
): Promise<Fault | undefined> {
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await gateway.listPayments?.(account, { since, until, cursor })
    if (answer === undefined) return undefined
    if (answer.kind === 'failed') return answer.fault
    await storeListedPayments(ctx, gateway.data.id, answer.payments)
    if (answer.next === undefined || answer.next === cursor) return undefined
    cursor = answer.next
  }
  const spanMs = until.getTime() - since.getTime()
  if (spanMs <= SPAN_MIN_MS) return { code: 'list_too_long', details: {} }
  const middle = new Date(since.getTime() + Math.floor(spanMs / 2))
  const source = { gateway, account }
  return (
    (await readSpan(ctx, source, { since, until: middle })) ??
    (await readSpan(ctx, source, { since: middle, until }))
  )
}

/**
 * The span to read, if the list is due: the process that moves `due_at` reads it. The first time, and for another
 * account, there is nothing to compare yet.
 */
async function claimList(
  db: Kysely<DB>,
  { data }: Gateway,
  { account, now }: { account: GatewayAccount; now: Date },
): Promise<{ listed_since: Date; listed_until: Date } | undefined> {
  const hash = hashOf(data, account)
  const dueAt = new Date(now.getTime() + HOUR_MS)
  const begun = { account: hash, listed_since: now, listed_until: now, due_at: dueAt, fault: null }
  await db
    .insertInto('gateway_lists')
    .values({ gateway: data.id, ...begun })
    .onConflict((conflict) =>
      conflict.column('gateway').doUpdateSet(begun).where('gateway_lists.account', '<>', hash),
    )
    .execute()
  return db
    .updateTable('gateway_lists')
    .set({ due_at: dueAt })
    .where('gateway', '=', data.id)
    .where('account', '=', hash)
    .where('due_at', '<=', now)
    .returning(['listed_since', 'listed_until'])
    .executeTakeFirst()
}

/** Identifies the account; its key may be replaced. */
function hashOf(data: Gateway['data'], { url, fields }: GatewayAccount): Buffer {
  const named = openFieldsOf(data).map((field) => fields[field] ?? '')
  return createHash('sha256')
    .update(JSON.stringify([url, ...named]))
    .digest()
}

async function endList(
  db: Kysely<DB>,
  { data }: Gateway,
  { now, fault }: { now: Date; fault: Fault | undefined },
): Promise<void> {
  await db
    .updateTable('gateway_lists')
    .set(
      fault === undefined
        ? { listed_until: now, fault: null }
        : { due_at: new Date(now.getTime() + AGAIN_AFTER_FAILURE_MS), fault: toStoredFault(fault) },
    )
    .where('gateway', '=', data.id)
    .execute()
}
