import { randomBytes } from 'node:crypto'

import type { Kysely } from 'kysely'

import { type Money, money, UNITS_PER_USD } from '#contract/base/money.ts'
import { control } from '#sandbox/call-sandbox.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import { isEasyPassword } from '#server/modules/users/auth/easy-passwords.ts'
import { registerUser } from '#server/modules/users/auth/register-user.ts'
import { setPassword } from '#server/modules/users/auth/change-password.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { markReadBefore } from '#server/modules/messaging/notifications/mark-read.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { pollOrderHere } from '#server/modules/orders/polling/poll-order.ts'
import { createDeposit } from '#server/modules/payments/deposits/create-deposit.ts'
import { readPaymentStatus } from '#server/modules/payments/deposits/read-payment-status.ts'
import { recountAllDays } from '#server/modules/reports/counting/count-days.ts'
import { findUserByEmail } from '#server/modules/users/get-user.ts'

import { contextAt } from './context-at.ts'
import { type DemoStep, planDemo } from './demo-plan.ts'
import { importEverything } from './import-everything.ts'

const EMAIL = 'demo@example.com'
const DAY_MS = 86_400_000

/** Only the hash is stored, so the password is known only if it was given or made just now. */
export type DemoCustomer = { email: string; password?: string }

/**
 * Makes a catalogue, a customer and a month of deposits and orders by the real operations against the sandbox, with another
 * clock. Every step has an idempotency key, so that an interrupted run is continued by the next. An existing customer gets
 * DEMO_PASSWORD, if it is set.
 */
export async function fillDemo(
  ctx: Context,
  {
    sandbox,
    providerId,
    say,
  }: { sandbox: SandboxAddresses; providerId: number; say: (line: string) => void },
): Promise<DemoCustomer> {
  const { demoPassword } = ctx.config
  if (demoPassword !== undefined && (await isEasyPassword(ctx, demoPassword, EMAIL)))
    throw new ConfigError('DEMO_PASSWORD is too easy to guess; choose another.')
  const steps = planDemo()
  const known = await findUserByEmail(ctx.db, EMAIL)
  if (known !== undefined && demoPassword !== undefined)
    await setPassword(ctx, { userId: known.id, password: demoPassword })
  if (known !== undefined && (await isFilled(ctx, known.id, steps))) return toCustomer(demoPassword)

  say('Filling in the demo …')
  await importEverything(ctx, providerId)
  const services = await listDemoServices(ctx.db)
  const start = Date.now()
  const password = demoPassword ?? randomBytes(9).toString('base64url')
  const firstDay = new Date(start - 31 * DAY_MS)
  const customer =
    known ??
    (await contextAt(ctx, firstDay, (past) =>
      registerUser(past, { name: 'Demo Customer', email: EMAIL, password }),
    ))
  const userId = customer.id
  for (const step of steps) {
    const time = new Date(start - step.minutesAgo * 60_000)
    await runStep({ ctx, time, sandbox, userId, services }, step)
  }
  // As if the customer had read them: a badge of eighty says nothing.
  await markReadBefore(ctx.db, { userId, before: new Date(start - DAY_MS) })
  // The demo has added to days that were counted before.
  await recountAllDays(ctx)
  return toCustomer(known === undefined ? password : demoPassword)
}

/** The customer of an earlier start. */
export async function findDemoCustomer(ctx: Context): Promise<DemoCustomer | undefined> {
  return (await findUserByEmail(ctx.db, EMAIL)) && toCustomer(undefined)
}

async function isFilled(ctx: Context, userId: number, steps: readonly DemoStep[]): Promise<boolean> {
  const last = steps.findLast(({ kind }) => kind === 'order')
  return last !== undefined && (await findDemoOrder(ctx.db, userId, last.key)) !== undefined
}

function toCustomer(password: string | undefined): DemoCustomer {
  return { email: EMAIL, ...(password !== undefined && { password }) }
}

type DemoContext = {
  ctx: Context
  time: Date
  sandbox: SandboxAddresses
  userId: number
  services: readonly DemoService[]
}
type DemoDeposit = Extract<DemoStep, { kind: 'deposit' }>
type DemoOrder = Extract<DemoStep, { kind: 'order' }>

/** Between sending and delivery. */
const DELIVERY_MS = 9 * 60_000

async function runStep(demo: DemoContext, step: DemoStep): Promise<void> {
  const { ctx, time } = demo
  if (step.kind === 'deposit') return contextAt(ctx, time, (past) => addFunds(past, demo, step))
  const orderId = await contextAt(ctx, time, (past) => order(past, demo, step))
  if (orderId === undefined || step.ending === 'running') return
  await contextAt(ctx, new Date(time.getTime() + DELIVERY_MS), (past) => deliver(past, demo, step, orderId))
}

async function addFunds(past: Context, { sandbox, userId }: DemoContext, step: DemoDeposit): Promise<void> {
  const amount: Money = money(step.dollars * UNITS_PER_USD)
  const { reference } = await createDeposit(past, {
    userId,
    amount,
    paymentMethod: sandbox.gateway.speaks,
    idempotencyKey: step.key,
  })
  await control(sandbox.gateway.url, `invoices/${reference}`, { status: 'paid' })
  const { status } = await readPaymentStatus(past, { userId, reference })
  if (status !== 'paid') throw new Error(`the demo's deposit is ${status}`)
}

/** Answers the order's id, or undefined where the catalogue has nothing for that platform. */
async function order(
  past: Context,
  { userId, services }: DemoContext,
  step: DemoOrder,
): Promise<number | undefined> {
  const offered = services.filter(({ platform }) => platform === step.platform)
  const service = offered[step.pick % Math.max(1, offered.length)]
  if (service === undefined) return undefined
  const link = `https://${hosts[step.platform] ?? 'example.com'}/tally.reach.demo`
  const body = { service_id: service.id, link, quantity: quantityOf(service, step.size) }
  const placed = await placeOrder(past, { userId, body, idempotencyKey: step.key })
  const dispatcher = makeDispatcher(past)
  await dispatcher.pump()
  await dispatcher.stop()
  return placed.order.id
}

async function deliver(
  past: Context,
  { sandbox, userId }: DemoContext,
  step: DemoOrder,
  orderId: number,
): Promise<void> {
  const taken = await findDemoOrder(past.db, userId, step.key)
  if (taken === undefined || taken.provider_order === null || step.ending === 'running') return
  const { quantity } = taken
  const undelivered = { COMPLETED: 0, PARTIAL: Math.ceil(quantity * 0.4), CANCELED: quantity }
  await control(sandbox.provider.url, `orders/${taken.provider_order}`, {
    status: endings[step.ending],
    remains: undelivered[step.ending],
    start_count: 1200 + step.pick * 13,
  })
  // By this clock, and without a worker.
  await pollOrderHere(past, { userId, id: BigInt(orderId) })
}

const endings = { COMPLETED: 'Completed', PARTIAL: 'Partial', CANCELED: 'Canceled' } as const

const hosts: Readonly<Record<string, string>> = {
  Instagram: 'instagram.com',
  TikTok: 'tiktok.com',
  YouTube: 'youtube.com',
  Telegram: 't.me',
  Facebook: 'facebook.com',
  Twitter: 'x.com',
}

/** About `size` dollars' worth, rounded, within the service's limits. */
function quantityOf({ min, max, rate }: DemoService, size: number): number {
  const affordable = Number((BigInt(size) * UNITS_PER_USD * 1000n) / rate)
  const round = affordable >= 1000 ? Math.floor(affordable / 500) * 500 : affordable
  return Math.max(1, min, Math.min(max, round, 50_000))
}

type DemoService = { id: number; platform: string; min: number; max: number; rate: bigint }

/** Services whose smallest order costs less than $3. */
async function listDemoServices(db: Kysely<DB>): Promise<DemoService[]> {
  const services = await db
    .selectFrom('services')
    .select(['id', 'platform', 'min', 'max', 'rate'])
    .where('type', '=', 'Default')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return services.filter(({ min, rate }) => (rate * BigInt(min)) / 1000n < 3n * UNITS_PER_USD)
}

async function findDemoOrder(
  db: Kysely<DB>,
  userId: number,
  key: string,
): Promise<{ provider_order: string | null; quantity: number } | undefined> {
  return db
    .selectFrom('orders')
    .select(['provider_order', 'quantity'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}
