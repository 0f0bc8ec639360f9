import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { countItems, rulesOf } from '#contract/catalogue/service-types.ts'
import { isLink } from '#contract/orders/links.ts'
import { toOrderDraft } from '#contract/orders/order-rules.ts'
import type { CreateOrderBody } from '#contract/orders/order-placing.ts'
import type { ResellerFields } from '#contract/reseller/reseller-call.ts'
import { isTrouble, sayResellerError, toResellerCode } from '#contract/reseller/reseller-errors.ts'
import type { Context } from '#server/context.ts'
import type { ToDraft } from '#server/modules/orders/placing/place-order.ts'
import type { KeyCaller } from '#server/modules/users/api-keys/authenticate-key.ts'

import { incorrect, readId } from './read-ids.ts'
import type { Shop } from './shop.ts'

type AddRequest = {
  shop: Shop
  caller: KeyCaller
  fields: ResellerFields
  idempotencyKey: string | undefined
  setHeader: (name: string, value: string) => void
}
type Added = { order: number } | { error: string }

/**
 * Places an order like any other with an API key, within its daily limits. Fields that the service's type doesn't take
 * are ignored. The provider is not called, so its speed doesn't matter (reseller.md R11, R16).
 */
export async function addOrder(
  ctx: Context,
  { shop, caller, fields, idempotencyKey, setHeader }: AddRequest,
): Promise<Added> {
  if (Number(fields.runs ?? 1) > 1) throw incorrect()
  let asked: number | undefined
  const toDraft: ToDraft<CreateOrderBody> = (service, typed) => {
    const { quantity: rule } = rulesOf(service.type)
    asked =
      rule === 'asked' || rule === 'one' ? typed.quantity : countItems(service.type, rule, textsOf(typed))
    const takesLink = rulesOf(service.type).link || isLink(typed.link ?? '', service.platform)
    return toOrderDraft(service, takesLink ? typed : { ...typed, link: '' })
  }
  try {
    const body = toBody(fields)
    const key = idempotencyKey ?? readKey(fields.idempotency_key)
    // Keys are per user and call (api.md). The blank separates them from those of POST /api/orders/create, which have none.
    const own = key && `v2 ${key}`
    const { id, isReplayed } = await shop.place({ body, idempotencyKey: own, toDraft })
    if (isReplayed) setHeader('Idempotent-Replayed', 'true')
    return { order: id }
  } catch (error) {
    // It may be placed tomorrow. An error in the body would make clients mark it as failed for good (reseller.md R8f).
    if (error instanceof AppError && error.code === 'daily_limit_reached')
      setHeader('retry-after', String(secondsOfDayLeft(ctx.clock())))
    if (!(error instanceof AppError) || isTrouble(error)) throw error
    const text = sayResellerError(error, asked)
    const form = caller.errors ?? (await ctx.settings.read()).reseller_api.errors
    return { error: form === 'code' ? toResellerCode(text) : text }
  }
}

const DAY_SECONDS = 86_400

/** Daily limits start over at midnight UTC. */
function secondsOfDayLeft(now: Date): number {
  return DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS)
}

function toBody({
  key: _key,
  action: _action,
  runs: _runs,
  idempotency_key: _idempotencyKey,
  order: _order,
  orders: _orders,
  refill: _refill,
  refills: _refills,
  since: _since,
  limit: _limit,
  service,
  quantity,
  ...typed
}: ResellerFields): CreateOrderBody {
  const { id } = readId(service)
  if (id === undefined || id > limits.quantityMax) throw new AppError('service_not_found')
  return { ...typed, service_id: id, ...(quantity !== undefined && { quantity: toNumber(quantity) }) }
}

/** NaN for anything but a number: refused if the type needs one, ignored if it doesn't. */
function toNumber(quantity: number | string): number {
  if (typeof quantity === 'number') return quantity
  const text = quantity.trim()
  return /^\d+(?:\.\d{1,8})?$/.test(text) ? Number(text) : Number.NaN
}

function textsOf({ comments, usernames }: CreateOrderBody) {
  return { comments: comments ?? '', usernames: usernames ?? '' }
}

/** The same characters as allowed in the header. */
function readKey(member: string | undefined): string | undefined {
  if (member === undefined) return undefined
  if (member.length > limits.idempotencyKeyMax || !/^[\x21-\x7e]+$/.test(member)) throw incorrect()
  return member
}
