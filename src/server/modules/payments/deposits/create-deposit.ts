import { createHash, randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { bonusFor } from '#contract/payments/bonus.ts'
import { feeFor } from '#contract/payments/fee.ts'
import { type Money, money } from '#contract/base/money.ts'
import {
  findTerms,
  isListed,
  listMethods,
  MANUAL,
  type MethodTerms,
} from '#contract/settings/payment-methods.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { lockAccount } from '#server/modules/ledger/account.ts'
import {
  type Connection,
  findAccountOf,
  findAccountToPay,
} from '#server/modules/payments/gateways/find-account.ts'
import { storeAccount } from '#server/modules/payments/gateways/store-account.ts'
import { findApprovalLimit } from '#server/modules/payments/manual/approval-limit.ts'
import { insertTransfer } from '#server/modules/payments/manual/transfer-queries.ts'

import { type Deposit, depositColumns } from './deposit-queries.ts'
import { FIRST_POLL_MS, getPaymentUrl } from './get-payment-url.ts'

export type DepositRequest = {
  userId: number
  /** The amount to be credited. The method's fee is paid on top. */
  amount: Money
  /** The value of a payment method. */
  paymentMethod: string
  /** Methods in test mode are for staff only. */
  isStaff?: boolean
  idempotencyKey: string | undefined
}

export type OpenedDeposit = { reference: string; paymentUrl: string; isReplayed: boolean }

/** Max. unpaid deposits per customer and hour: enough for anyone who changes their mind. */
const UNPAID_PER_HOUR = { default: 20, relaxed: 1_000 }
const HOUR_MS = 3_600_000

/** The time limit for sending a transfer that staff confirm. */
const TRANSFER_MS = 7 * 24 * HOUR_MS

/**
 * Opens a deposit, then requests an invoice from the gateway under the deposit's reference. If this is interrupted between the
 * two, a retry with the same idempotency key, or polling, continues. For a method that staff confirm, the URL is a page of ours.
 */
export async function createDeposit(ctx: Context, request: DepositRequest): Promise<OpenedDeposit> {
  const settings = await ctx.settings.read()
  const terms = findTerms(request.paymentMethod, settings)
  refuseAmount(request.amount, terms)
  const at = await findPlaceToPay(ctx, settings, request.paymentMethod)
  if (at === undefined || (terms.isTest && request.isStaff !== true))
    throw new AppError('payment_method_unavailable')
  const bonus = bonusFor(request.amount, terms.bonuses ?? settings.bonuses)
  const { deposit, isNew } = await openDeposit(ctx, request, {
    at,
    bonus,
    fee: feeFor(request.amount, terms.fee),
    approvalAbove: findApprovalLimit(settings.payment_methods, request.paymentMethod),
  })
  if (at === MANUAL) return { ...manualPageOf(ctx, deposit.reference), isReplayed: !isNew }
  // A repeated request stays with the account that the deposit was opened with.
  const own = isNew ? at : ((await findAccountOf(ctx, deposit)) ?? at)
  const { paymentUrl, isReplayed } = await getPaymentUrl(ctx, own, deposit)
  return { reference: deposit.reference, paymentUrl, isReplayed }
}

/** `manual`: staff confirm the payment. */
type PlaceToPay = Connection | typeof MANUAL

/** The listed method that sends this value. */
async function findPlaceToPay(
  ctx: Context,
  { payment_methods: settings }: Settings,
  value: string,
): Promise<PlaceToPay | undefined> {
  const all = [...ctx.gateways.values()]
  const connections = new Map<string, Connection>()
  for (const gateway of all) {
    const account = await findAccountToPay(ctx, gateway)
    if (account !== undefined) connections.set(gateway.data.id, { gateway, account })
  }
  const gateways = all.map(({ data }) => data)
  const method = listMethods({
    settings,
    gateways,
    isSetUp: (id) => id === MANUAL || connections.has(id),
  }).find((one) => one.value === value && one.isSetUp && isListed(one))
  if (method?.gateway === MANUAL) return MANUAL
  return method?.gateway === undefined ? undefined : connections.get(method.gateway)
}

function manualPageOf({ config }: Context, reference: string): { reference: string; paymentUrl: string } {
  return { reference, paymentUrl: `${config.publicUrl}/add-funds/manual?order_id=${reference}` }
}

function refuseAmount(amount: Money, { min, max }: MethodTerms): void {
  if (amount >= min && amount <= max) return
  throw invalidFields({ amount: { code: 'amount_range', min, max } })
}

/**
 * The deposit of this idempotency key, or a new one. Fee and bonus are fixed here, as they were shown; the limit above
 * which a second person must approve is stored in case the method is removed later.
 */
async function openDeposit(
  ctx: Context,
  request: DepositRequest,
  {
    at,
    bonus,
    fee,
    approvalAbove,
  }: { at: PlaceToPay; bonus: Money; fee: Money; approvalAbove: Money | null },
): Promise<{ deposit: Deposit; isNew: boolean }> {
  const { userId, amount, idempotencyKey: key } = request
  const requestHash = createHash('sha256').update(`${amount} ${request.paymentMethod}`).digest()
  return transact(ctx, async (tx) => {
    // Serializes a customer's new deposits, so that counting them is exact.
    const { newestSeq } = await lockAccount(tx, userId)
    const earlier = key === undefined ? undefined : await findDepositByKey(tx, { userId, key })
    if (earlier !== undefined) {
      if (earlier.request_hash?.equals(requestHash) !== true) throw new AppError('idempotency_key_reused')
      return { deposit: earlier, isNew: false }
    }
    const createdAt = ctx.clock()
    refuseTooMany(ctx, await countUnpaid(tx, { userId, since: new Date(createdAt.getTime() - HOUR_MS) }))
    // 144 random bits, since the gateway and the return page see it.
    const reference = randomBytes(18).toString('base64url')
    const deposit = await insertDeposit(tx, {
      userId,
      reference,
      ...(await toPlaceColumns(ctx, tx, { at, request, reference, createdAt })),
      paymentMethod: request.paymentMethod,
      amount: money(amount + fee),
      fee,
      bonus,
      key,
      requestHash,
      createdAt,
      openedAfter: newestSeq,
    })
    if (at === MANUAL) await insertTransfer(tx, { userId, depositId: deposit.id, approvalAbove })
    return { deposit, isNew: true }
  })
}

/** Where it is paid, and when it is next handled. */
async function toPlaceColumns(
  ctx: Context,
  tx: Tx,
  {
    at,
    request,
    reference,
    createdAt,
  }: { at: PlaceToPay; request: DepositRequest; reference: string; createdAt: Date },
) {
  if (at === MANUAL) {
    const expiresAt = new Date(createdAt.getTime() + TRANSFER_MS)
    const { paymentUrl } = manualPageOf(ctx, reference)
    return {
      gateway: request.paymentMethod,
      gatewayAccount: null,
      paymentUrl,
      expiresAt,
      // It is canceled then, if nothing was sent.
      checkAt: expiresAt,
    }
  }
  return {
    gateway: at.gateway.data.id,
    gatewayAccount: await storeAccount(ctx, tx, at),
    // If this process dies before there is an invoice, polling finds the deposit.
    checkAt: new Date(createdAt.getTime() + FIRST_POLL_MS),
  }
}

function refuseTooMany(
  { config, clock }: Context,
  { count, first }: { count: number; first: Date | null },
): void {
  if (count < UNPAID_PER_HOUR[config.rateLimits]) return
  const opensAt = (first?.getTime() ?? clock().getTime()) + HOUR_MS
  throw new AppError('rate_limited', { retryAfterSeconds: (opensAt - clock().getTime()) / 1000 })
}

async function findDepositByKey(
  db: Kysely<DB>,
  { userId, key }: { userId: number; key: string },
): Promise<Deposit | undefined> {
  return db
    .selectFrom('deposits')
    .select(depositColumns)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** How many unpaid deposits were opened since then, and when the first one was. */
export async function countUnpaid(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<{ count: number; first: Date | null }> {
  return db
    .selectFrom('deposits')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(created_at)`.as('first')])
    .where('user_id', '=', userId)
    .where('status', '<>', 'completed')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Call it under the account's lock, so that `opened_after` is the newest ledger row. */
async function insertDeposit(
  db: Kysely<DB>,
  deposit: {
    userId: number
    reference: string
    gateway: string
    gatewayAccount: number | null
    paymentMethod: string
    amount: Money
    fee: Money
    bonus: Money
    key: string | undefined
    requestHash: Buffer
    createdAt: Date
    openedAfter: number
    checkAt: Date
    paymentUrl?: string
    expiresAt?: Date
  },
): Promise<Deposit> {
  return db
    .insertInto('deposits')
    .values({
      user_id: deposit.userId,
      reference: deposit.reference,
      gateway: deposit.gateway,
      gateway_account: deposit.gatewayAccount,
      payment_method: deposit.paymentMethod,
      amount: deposit.amount,
      fee: deposit.fee,
      bonus: deposit.bonus,
      idempotency_key: deposit.key ?? null,
      request_hash: deposit.key === undefined ? null : deposit.requestHash,
      created_at: deposit.createdAt,
      due_at: deposit.checkAt,
      payment_url: deposit.paymentUrl ?? null,
      expires_at: deposit.expiresAt ?? null,
      opened_after: deposit.openedAfter,
    })
    .returning(depositColumns)
    .executeTakeFirstOrThrow()
}
