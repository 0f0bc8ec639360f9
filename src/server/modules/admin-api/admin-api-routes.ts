import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import {
  addPayment,
  ADMIN_API_CALLS_PER_SECOND,
  type AddedPayment,
  findApiUsers,
} from '#contract/admin-api/admin-api.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { type Money, moneyFromNumber, parseMoney } from '#contract/base/money.ts'
import { isAllowed } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { sendAnswer, serve } from '#server/lib/http/mount.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { addPayment as add } from '#server/modules/payments/admin/add-payment.ts'
import { findUser, getAdminUser } from '#server/modules/users/get-user.ts'
import { findUserIdByUsername } from '#server/modules/users/usernames.ts'

/** For tests on loopback. */
const RELAXED_FACTOR = 1000
const ID_MAX = 2_147_483_647

/** Panels' Admin API, by keys of staff: how an operator's own gateway credits customers (reseller.md A1 to A15). */
export function adminApiRoutes(app: FastifyInstance, ctx: Context): void {
  const points = ADMIN_API_CALLS_PER_SECOND * (ctx.config.rateLimits === 'relaxed' ? RELAXED_FACTOR : 1)
  const limiter = new RateLimiterMemory({ points, duration: 1 })
  /** Before a body is read, so that the wrong key is the first thing to be refused. */
  const options = {
    beforeBody: async (_address: string, request: FastifyRequest) => {
      const { keyId } = await authenticate(ctx, request)
      await limitCalls(limiter, keyId)
    },
  }

  serve(
    app,
    ctx,
    addPayment,
    async ({ body }, reply, request) => {
      const by = await authenticate(ctx, request)
      try {
        const payment = await readPayment(ctx, body)
        const { id, balance } = await add(ctx, { by, payment })
        const data = { payment_id: Number(id), user: { id: payment.userId, balance } }
        return sendAnswer(reply, addPayment, succeed(data))
      } catch (error) {
        if (error instanceof AppError) await recordDeclined(ctx, by, { body, error })
        throw error
      }
    },
    options,
  )

  serve(
    app,
    ctx,
    findApiUsers,
    async ({ query }, reply, request) => {
      const by = await authenticate(ctx, request)
      const list = await findExactly(ctx, query)
      // Without the search text: personal data of someone without an account could never be deleted.
      await transactAsStaff(ctx, by, async (_tx, _publish, record) =>
        record({ action: 'user.find', id: list[0]?.id ?? null, after: { count: list.length } }),
      )
      const pagination = { prev_page_href: '', next_page_href: '', offset: 0, limit: 100 }
      return sendAnswer(reply, findApiUsers, { ...succeed({ count: list.length, list }), pagination })
    },
    options,
  )
}

function succeed<Data>(data: Data) {
  return { data, error_message: '', error_code: 0 } as const
}

/**
 * The staff member behind the key in `X-Api-Key` or `?apikey=` (A1), as what they do is recorded. Their permissions are read each
 * time: a key never does more than its owner may. Throws `authentication_required`, `insufficient_permissions`,
 * `two_factor_setup_required`.
 */
async function authenticate(ctx: Context, request: FastifyRequest): Promise<By & { keyId: string }> {
  const header = request.headers['x-api-key']
  const { apikey } = request.query as { apikey?: unknown } // the router's
  const key = typeof header === 'string' ? header : typeof apikey === 'string' ? apikey : undefined
  request.isKeySent = key !== undefined
  const address = addressOf(request)
  const caller = key === undefined ? undefined : await ctx.authenticateKey(`Bearer ${key.trim()}`, address)
  if (caller === undefined) throw new AppError('authentication_required')
  request.callerId = caller.id
  const isStaff =
    caller.scopes.includes('payments') && isAllowed(await getAdminUser(ctx.db, caller.id), 'money')
  if (!isStaff) throw new AppError('insufficient_permissions')
  if (await ctx.needsTwoFactor(caller.id)) throw new AppError('two_factor_setup_required')
  return { actorId: caller.id, keyId: caller.keyId, address }
}

/** In memory: each process counts its own. */
async function limitCalls(limiter: RateLimiterMemory, keyId: string): Promise<void> {
  try {
    await limiter.consume(keyId)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new AppError('rate_limited', { retryAfterSeconds: refused.msBeforeNext / 1000 })
  }
}

/** A payment that was not credited, with the refusal's code; the memo says which. */
async function recordDeclined(
  ctx: Context,
  by: By,
  { body: { amount: sent, method, memo }, error }: { body: AddedPayment; error: AppError },
): Promise<void> {
  const amount = readAmount(sent)
  const reason = [said(method), said(memo)].filter((part) => part !== '').join(', ')
  await transactAsStaff(ctx, by, async (_tx, _publish, record) =>
    record({ action: 'deposit.decline', id: null, after: { code: error.code, amount }, reason }),
  )
}

/** Throws `invalid_fields` and `user_not_found`. */
async function readPayment(ctx: Context, { amount: sent, user, method, memo, ...body }: AddedPayment) {
  const [username, userIdText] = [said(body.username) || said(user?.username), said(body.user_id)]
  if (username === '' && userIdText === '') throw invalidFields({ username: { code: 'required' } })
  const amount = readAmount(sent)
  if (amount === undefined || amount <= 0n) throw invalidFields({ amount: { code: 'amount_required' } })
  const userId =
    username === '' ? await findById(ctx, userIdText) : await findUserIdByUsername(ctx.db, username)
  if (userId === undefined) throw new AppError('user_not_found')
  return { userId, amount, method: said(method), memo: said(memo) }
}

/** Empty for what was not sent, or as null. */
function said(text: string | number | null | undefined): string {
  return String(text ?? '').trim()
}

/** Exact: more than 8 decimals are no amount. */
function readAmount(sent: AddedPayment['amount']): Money | undefined {
  const value = typeof sent === 'object' ? sent.value : sent
  return typeof value === 'number' ? moneyFromNumber(value) : parseMoney(value?.trim() ?? '')
}

async function findById(ctx: Context, text: string): Promise<number | undefined> {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id === 0 || id > ID_MAX ? undefined : (await findUser(ctx.db, { id }))?.id
}

type Asked = { username?: string | number | undefined; email?: string | number | undefined }

/** None or one; with both, the user that has both. */
async function findExactly({ db }: Context, { username, email }: Asked) {
  const name = said(username)
  const address = said(email).toLowerCase()
  if (name === '' && address === '') return []
  const named = name === '' ? undefined : await findUserIdByUsername(db, name)
  if (name !== '' && named === undefined) return []
  const found = await findUser(db, named === undefined ? { email: address } : { id: named })
  if (found === undefined || (address !== '' && found.email !== address)) return []
  const { username: shown, balance } = await getAdminUser(db, found.id)
  return [{ id: found.id, username: shown, email: found.email, balance }]
}
