import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import * as admin from '#contract/users/admin-api-keys.ts'
import * as calls from '#contract/users/api-keys.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { listAllApiKeys, revokeCustomerKey } from './admin-api-keys.ts'
import {
  changeApiAccess,
  changeApiKey,
  createApiKey,
  readApiAccess,
  revokeApiKeys,
  rotateApiKey,
} from './manage-keys.ts'

export function apiKeysRoutes(app: FastifyInstance, ctx: Context): void {
  const answer = async (userId: number) => ({ success: true as const, ...(await readApiAccess(ctx, userId)) })

  mount(app, ctx, calls.getApiAccess, ({ userId }) => answer(userId))

  mount(app, ctx, calls.createApiKey, async ({ userId, address }) => {
    const key = await createApiKey(ctx, { userId, address })
    return { ...(await answer(userId)), key }
  })

  mount(app, ctx, calls.createNamedKey, async ({ caller, userId, address, body }) => {
    refuseCredit(caller, body.scopes)
    const key = await createApiKey(ctx, { ...body, userId, address })
    return { ...(await answer(userId)), key }
  })

  mount(
    app,
    ctx,
    calls.changeApiKey,
    async ({ caller, userId, address, params: { id }, body, requireProof }) => {
      refuseCredit(caller, body.scopes)
      await changeApiKey(ctx, { ...body, userId, address, id, requireProof })
      return answer(userId)
    },
  )

  mount(app, ctx, calls.rotateApiKey, async ({ userId, address, params: { id }, body }) => {
    const key = await rotateApiKey(ctx, { userId, address, id, overlapHours: body.overlap_hours })
    return { ...(await answer(userId)), key }
  })

  mount(app, ctx, calls.changeApiAccess, async ({ userId, address, body }) => {
    await changeApiAccess(ctx, { ...body, userId, address })
    return answer(userId)
  })

  mount(app, ctx, calls.revokeApiKey, async ({ userId, address, query }) => {
    await revokeApiKeys(ctx, { userId, address, id: query.id })
    return answer(userId)
  })

  mount(app, ctx, admin.listAdminApiKeys, async ({ caller, query }) => {
    const { keys, nextCursor } = await listAllApiKeys(ctx, { ...query, staff: caller })
    return { success: true, keys, next_cursor: nextCursor }
  })

  mount(app, ctx, admin.revokeAdminApiKey, async ({ by, caller, params }) => {
    await revokeCustomerKey(ctx, { by, staff: caller, userId: params.customer, id: params.id })
    return { success: true }
  })
}

/** Only staff who may credit can create a key that does. Throws `insufficient_permissions`. */
function refuseCredit(caller: Staff, scopes: readonly calls.KeyScope[] = []): void {
  if (scopes.includes('payments') && !isAllowed(caller, 'money'))
    throw new AppError('insufficient_permissions')
}
