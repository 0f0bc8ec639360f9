import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import {
  type ResellerAction,
  resellerActions,
  resellerCall,
  type ResellerFields,
} from '#contract/reseller/reseller-call.ts'
import type { KeyScope } from '#contract/users/api-keys.ts'
import type { Context } from '#server/context.ts'
import { sendVersioned } from '#server/lib/http/compression.ts'
import { sendBareJson } from '#server/lib/http/envelope.ts'
import { serve } from '#server/lib/http/mount.ts'
import type { CatalogueSnapshot } from '#server/modules/catalogue/public/catalogue-snapshot.ts'
import type { KeyCaller } from '#server/modules/users/api-keys/authenticate-key.ts'

import { addOrder } from './add-order.ts'
import { cancelOrders } from './cancel-orders.ts'
import { limitCalls } from './limit-calls.ts'
import { makeServiceLists } from './list-services.ts'
import { listOwnOrders } from './list-own-orders.ts'
import { incorrect } from './read-ids.ts'
import { refillOrders, showRefills } from './refill-orders.ts'
import { makeShop, type Shop } from './shop.ts'
import { showStatus, toPlain } from './show-status.ts'
import { makeTestShop } from './test-shop.ts'

type Request = {
  shop: Shop
  caller: KeyCaller
  userId: number
  fields: ResellerFields
  idempotencyKey: string | undefined
  setHeader: (name: string, value: string) => void
  spend: (points: number) => Promise<void>
}
type Act = (request: Request, ctx: Context) => Promise<unknown>

/** All except `services`, whose answers are cached. */
const acts: Record<Exclude<ResellerAction, 'services'>, Act> = {
  add: (request, ctx) => addOrder(ctx, request),
  status: showStatus,
  refill: refillOrders,
  refill_status: showRefills,
  cancel: cancelOrders,
  balance: async ({ shop }) => ({ balance: toPlain(await shop.readBalance()), currency: 'USD' }),
  orders: listOwnOrders,
}

const scopeOf: Record<ResellerAction, KeyScope> = {
  services: 'read',
  add: 'order',
  status: 'read',
  refill: 'order',
  refill_status: 'read',
  cancel: 'order',
  balance: 'read',
  orders: 'read',
}

export function resellerRoutes(app: FastifyInstance, ctx: Context, catalogue: CatalogueSnapshot): void {
  const findServices = makeServiceLists(ctx, catalogue)
  const limit = limitCalls(ctx)

  serve(app, ctx, resellerCall, async (call, reply, request) => {
    const { body: fields, address, idempotencyKey, setHeader } = call
    const authorization =
      fields.key === undefined ? request.headers.authorization : `Bearer ${fields.key.trim()}`
    request.isKeySent = authorization !== undefined
    const caller = await ctx.authenticateKey(authorization, address, { acceptsTest: true })
    if (caller === undefined) throw new AppError('authentication_required')
    request.callerId = caller.id
    const action = resellerActions.find((known) => known === fields.action?.trim())
    if (action === undefined) throw incorrect()
    await limit.take(caller.id, action)
    if (!caller.scopes.includes(scopeOf[action])) throw new AppError('insufficient_permissions')
    if (action === 'services') {
      const { version, body } = await findServices(caller.id)
      const makeBody = () => {
        limit.takeList(caller.id)
        return body
      }
      return sendVersioned(request, reply, { version, makeBody }, 'application/json')
    }
    const shop = caller.isTest ? makeTestShop(ctx, catalogue, caller) : makeShop(ctx, caller)
    const spend = (points: number) => limit.spend(caller.id, points)
    const own = { shop, caller, userId: caller.id, fields, idempotencyKey, setHeader, spend }
    const answer = await acts[action](own, ctx)
    return sendBareJson(reply.header('cache-control', 'no-store'), answer)
  })
}
