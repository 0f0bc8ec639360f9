import { randomUUID } from 'node:crypto'

import { type Money, parseMoney } from '#contract/base/money.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'
import { makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import type { Context } from '#server/context.ts'
import { openAccount } from '#server/modules/ledger/account.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'

const made = new Map<string, number>()

/** Counted per database, so that names don't depend on files that ran before. */
function countUp(ctx: Context): number {
  const database = new URL(ctx.config.databaseUrl ?? '').pathname
  const count = (made.get(database) ?? 0) + 1
  made.set(database, count)
  return count
}

/** "12.5" as Money. Throws if the text isn't an amount. */
export function usd(text: string): Money {
  const amount = parseMoney(text)
  if (amount === undefined) throw new Error(`no amount: ${text}`)
  return amount
}

export type TestUser = { id: number; email: string; token: string }

/** A signed-in user with an account, whose password can't be used: `registerUser` makes one whose can. */
export async function makeUser(
  ctx: Context,
  own: { role?: 'user' | 'admin'; permissions?: readonly Permission[]; balance?: string; name?: string } = {},
): Promise<TestUser> {
  const counter = countUp(ctx)
  const email = `user-${process.pid}-${counter}-${randomUUID().slice(0, 8)}@example.com`
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      name: own.name ?? `User ${counter}`,
      email,
      role: own.role ?? 'user',
      permissions: own.permissions === undefined ? null : [...own.permissions],
      password_hash: 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.transaction().execute((tx) => openAccount(tx, id))
  if (own.balance !== undefined && usd(own.balance) > 0n) await giveBalance(ctx, id, own.balance)
  return { id, email, token: await signIn(ctx, id) }
}

/** The device of a test's sign-in. */
export const somewhere = { address: '127.0.0.1', userAgent: undefined }

export async function signIn(ctx: Context, userId: number): Promise<string> {
  const sessionId = randomUUID()
  const endsAt = new Date(Date.now() + 86_400_000)
  await ctx.db.insertInto('sessions').values({ user_id: userId, id: sessionId, ends_at: endsAt }).execute()
  return makeTokenSigner(ctx.secrets)(userId, sessionId)
}

/** Posted as an adjustment, so that the ledger stays consistent. */
export async function giveBalance(ctx: Context, userId: number, amount: string): Promise<void> {
  await postTransaction(ctx.db, {
    userId,
    kind: postingKinds.adjustment,
    amount: usd(amount),
    reason: 'For a test',
    actorId: userId,
  })
}

export async function balanceOf(ctx: Context, userId: number): Promise<bigint> {
  const { balance } = await ctx.db
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return balance
}

export type TestProvider = { id: number; slug: string }

/** An enabled provider account at `url`, marked as sandbox so that loopback is allowed. */
export async function makeProvider(
  ctx: Context,
  own: { url: string; key?: string; slug?: string },
): Promise<TestProvider> {
  const counter = countUp(ctx)
  const slug = own.slug ?? `provider-${counter}`
  const { id } = await ctx.db
    .insertInto('providers')
    .values({
      slug,
      name: slug,
      api_url: `${own.url.replace(/\/$/, '').replace(/\/api\/v2$/, '')}/api/v2`,
      key_ciphertext: ctx.secrets.seal(`provider-key:${slug}`, own.key ?? 'test-key'),
      is_enabled: true,
      is_sandbox: true,
      first_orders: null,
      calls_per_second: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, slug }
}

export type TestService = { id: number; rate: Money }

/** A service on sale. With `supply`, its orders go to that provider, for that service. */
export async function makeService(
  ctx: Context,
  own: {
    name?: string
    rate?: string
    min?: number
    max?: number
    type?: ServiceType
    refill?: boolean
    cancel?: boolean
    platform?: string
    supply?: { providerId: number; service: string; cost?: string; priority?: number }
  } = {},
): Promise<TestService> {
  const counter = countUp(ctx)
  const platform = own.platform ?? 'Instagram'
  const { id: categoryId } = await ctx.db
    .insertInto('categories')
    .values({ name: `Category ${counter}`, platform })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rate = usd(own.rate ?? '1.2')
  const name = own.name ?? `Instagram Followers ${counter}`
  const { id } = await ctx.db
    .insertInto('services')
    .values({
      category_id: categoryId,
      platform,
      name,
      name_original: name,
      type: own.type ?? 'Default',
      rate,
      min: own.min ?? 10,
      max: own.max ?? 100_000,
      refill: own.refill ?? false,
      cancel: own.cancel ?? false,
      by_hand: own.supply === undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (own.supply !== undefined) {
    const { providerId, service, cost, priority } = own.supply
    await ctx.db
      .insertInto('supplies')
      .values({
        service_id: id,
        provider_id: providerId,
        provider_service: service,
        cost_rate: usd(cost ?? '0.9'),
        priority: priority ?? 1,
      })
      .execute()
  }
  ctx.events.publish({ topic: 'catalogue' })
  return { id, rate }
}

/** Someone's message from the contact form; returns its id. */
export async function makeMessage(ctx: Context): Promise<number> {
  const { id } = await ctx.db
    .insertInto('contact_messages')
    .values({ name: 'N', email: 'n@example.com', subject: 'S', message: 'M', sorted_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}
