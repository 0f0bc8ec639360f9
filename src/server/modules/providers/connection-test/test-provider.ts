import * as z from 'zod/mini'
import type { Kysely } from 'kysely'

import { toLine } from '#contract/words/connection-test-lines.ts'
import { type ConnectionTestLine, connectionTestLine, type Found } from '#contract/base/connection-test.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { tryProvider } from '#contract/providers/provider-actions.ts'
import { toDecimal } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { Context } from '#server/context.ts'
import { type ObservedCall, findClock, findReach, slowestOf } from '#server/integrations/test-answers.ts'
import { testTls } from '#server/lib/http/outbound/check-tls.ts'
import { trimDecimal } from '#server/integrations/panels/decimals.ts'
import { toPanelUrl } from '#server/integrations/panels/panel-account.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import {
  PANEL_IDS_MAX,
  type PanelAnswer,
  type PanelBalance,
  type PanelServiceList,
} from '#server/integrations/panels/panel.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import { fetchBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { refuseUrl } from '#server/modules/providers/accounts/create-provider.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { changeProvider, findAccountRow } from '#server/modules/providers/providers-queries.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { doubtRates } from '#server/modules/providers/lists/doubt-rates.ts'

import { findStatus } from './test-status.ts'

/**
 * Tests a provider the way orders are sent and polled, and reports each finding with what to do. Places no order.
 * When a step fails, what depends on it is left out. Throws `provider_not_found`.
 */
export async function testProvider(ctx: Context, providerId: number): Promise<ConnectionTestLine[]> {
  const lines = await testSaved(ctx, providerId)
  await changeProvider(ctx.db, providerId, { examined_at: ctx.clock(), examined: JSON.stringify(lines) })
  return lines
}

/** The findings of the last test; null before the first. */
export async function getLastTest(ctx: Context, providerId: number): Promise<ConnectionTestLine[] | null> {
  const stored = await findTestLines(ctx.db, providerId)
  // Written above; findings in an earlier version's shape are dropped.
  return z.safeParse(z.array(connectionTestLine), stored).data ?? null
}

/** Tests an account that is not saved yet. Stores nothing. */
export async function testUnsavedProvider(
  ctx: Context,
  {
    api_url: apiUrl,
    key,
    currency = 'USD',
    usd_per_unit: usdPerUnit = '1',
    rate_per: ratePer = 1000,
  }: BodyOf<typeof tryProvider>,
): Promise<ConnectionTestLine[]> {
  refuseUrl(ctx, apiUrl)
  const found = await testAccount(ctx, {
    id: 0,
    slug: 'trial',
    name: '',
    apiUrl,
    key,
    allowedOrigin: undefined,
    allowedNetworks: ctx.config.allowedNetworks,
    observe: undefined,
    currency,
    usdPerUnit,
    ratePer,
    isCurrencySettled: true,
    hasTrustedCosts: true,
    balanceCurrency: undefined,
    isEnabled: true,
    isSendingStopped: false,
    pace: { callsAtOnce: 6, callsPerSecond: 20 },
    isSendingSound: true,
    perCall: { order: PANEL_IDS_MAX, refill: PANEL_IDS_MAX },
    reading: { isPaused: false, pauseSecondsLeft: 0, isTroubled: false },
  })
  return found.map(toLine)
}

async function testSaved(ctx: Context, providerId: number): Promise<ConnectionTestLine[]> {
  const row = await findAccountRow(ctx.db, providerId)
  if (row === undefined) throw new AppError('provider_not_found')
  const lines: Found[] = []
  if (!row.is_enabled) lines.push({ code: 'switched_off' })
  if (row.sending_stopped_at !== null) lines.push({ code: 'sending_stopped' })
  const account = row.key_ciphertext === null ? undefined : await openAccount(ctx, providerId)
  if (account === undefined)
    return [...lines, { code: row.key_ciphertext === null ? 'key_missing' : 'key_unreadable' } as const].map(
      toLine,
    )
  return [...lines, ...(await testAccount(ctx, account))].map(toLine)
}

async function testAccount(ctx: Context, account: ProviderAccount): Promise<Found[]> {
  const seen: ObservedCall[] = []
  const watched: ProviderAccount = {
    ...account,
    observe: (call) => (one) => {
      seen.push(one)
      account.observe?.(call)(one)
    },
  }
  const tls = await testTls(toPanelUrl(account.apiUrl), account, ctx.clock())
  const balance = await fetchBalance(ctx, watched)
  const reach = findReach(seen[0])
  if (reach.code !== 'reached') return [reach, ...tls]
  const key = await findKey(account, balance)
  const begun: Found[] = [reach, ...tls, key]
  const isIn = key.code === 'key_good' || key.code === 'key_untold'
  if (isIn) {
    begun.push(...findBalance(account, balance))
    const services = await callProvider(ctx, watched, panel.services)
    begun.push(findServices(services), ...findRates(account, services))
    begun.push(await findStatus(ctx, watched))
  }
  return [...begun, findClock(seen, ctx.clock()), findPace(account, seen)]
}

async function openAccount(ctx: Context, providerId: number): Promise<ProviderAccount | undefined> {
  try {
    return await getProviderAccount(ctx, providerId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'state_conflict') return undefined
    throw error
  }
}

/** An order may take up to a minute to answer; service lists are the slowest calls. */
const SLOW_MS = 10_000

/** Its response time, and the configured pace. */
function findPace({ pace }: ProviderAccount, seen: readonly ObservedCall[]): Found {
  const allowed = { at_once: pace.callsAtOnce, per_second: pace.callsPerSecond }
  if (seen.some(({ answer }) => answer.kind === 'answered' && answer.status === 429))
    return { code: 'pace_refused', details: allowed }
  const milliseconds = slowestOf(seen)
  const code = milliseconds > SLOW_MS ? 'pace_slow' : 'pace_good'
  return { code, details: { milliseconds, ...allowed } }
}

async function findTestLines(db: Kysely<DB>, id: number): Promise<unknown> {
  const row = await db.selectFrom('providers').select('examined').where('id', '=', id).executeTakeFirst()
  return row?.examined
}

type BalanceAnswer = PanelAnswer<PanelBalance>

/** Whether the key is accepted, tested with the balance call that any account may make. */
async function findKey(account: ProviderAccount, balance: BalanceAnswer): Promise<Found> {
  if (balance.ok) return { code: 'key_good' }
  const { fault, about, isDown } = balance
  if (about === 'address') return { code: 'our_address_refused', details: { fault } }
  if (!isDown && about !== 'rate' && (await panel.acceptsKeyByGet(account)))
    return { code: 'key_by_get_only' }
  return { code: about === 'key' ? 'key_refused' : 'key_untold', details: { fault } }
}

/** The balance, and whether its currency is the account's. */
function findBalance({ currency: own }: ProviderAccount, answer: BalanceAnswer): Found[] {
  if (!answer.ok) return [{ code: 'balance_not_read', details: { fault: answer.fault } }]
  const { balance, currency } = answer.value
  const isEmpty = balance.startsWith('-') || !/[1-9]/.test(balance)
  return [
    {
      code: isEmpty ? 'balance_empty' : 'balance_read',
      details: { balance, currency: currency ?? '' },
    },
    findCurrency(currency, own),
  ]
}

function findCurrency(currency: string | undefined, own: string): Found {
  if (currency === undefined) return { code: 'currency_untold', details: { account_currency: own } }
  if (currency !== own) return { code: 'currency_other', details: { currency, account_currency: own } }
  return { code: 'currency_same', details: { currency } }
}

const TYPES_SHOWN = 10

/** How many of the offered services are understood. */
function findServices(answer: PanelAnswer<PanelServiceList>): Found {
  if (!answer.ok) return { code: 'services_not_read', details: { fault: answer.fault } }
  const { services, unread } = answer.value
  if (services.length === 0) return { code: 'services_none' }
  const unknown = services.filter(({ type }) => toServiceType(type) === undefined)
  if (unknown.length === 0 && unread.length === 0)
    return { code: 'services_read', details: { services: services.length } }
  return {
    code: 'services_in_part',
    details: {
      services: services.length,
      unknown: unknown.length,
      types: [...new Set(unknown.map(({ type }) => type))].toSorted().slice(0, TYPES_SHOWN).join(', '),
      unread: unread.length,
    },
  }
}

/** Per-piece rates read as per 1,000 would sell everything at a thousandth of its cost. */
function findRates(account: ProviderAccount, answer: PanelAnswer<PanelServiceList>): Found[] {
  if (!answer.ok) return []
  const { doubt, median } = doubtRates(answer.value, account)
  if (doubt === null || median === undefined) return []
  return [
    {
      code: doubt === 'low' ? 'rates_low' : 'rates_high',
      details: { median: trimDecimal(toDecimal(median)) },
    },
  ]
}
