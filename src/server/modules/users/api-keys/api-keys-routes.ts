import type { FastifyInstance } from 'fastify'

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

  mount(app, ctx, calls.createApiKey, async ({ userId }) => {
    const key = await createApiKey(ctx, userId)
    return { ...(await answer(userId)), key }
  })

  mount(app, ctx, calls.createNamedKey, async ({ userId, body }) => {
    const key = await createApiKey(ctx, userId, body)
    return { ...(await answer(userId)), key }
  })

  mount(app, ctx, calls.changeApiKey, async ({ userId, params: { id }, body }) => {
    await changeApiKey(ctx, { ...body, userId, id })
    return answer(userId)
  })

  mount(app, ctx, calls.rotateApiKey, async ({ userId, params: { id }, body }) => {
    const key = await rotateApiKey(ctx, { userId, id, overlapHours: body.overlap_hours })
    return { ...(await answer(userId)), key }
  })

  mount(app, ctx, calls.changeApiAccess, async ({ userId, body }) => {
    await changeApiAccess(ctx, userId, body)
    return answer(userId)
  })

  mount(app, ctx, calls.revokeApiKey, async ({ userId, query }) => {
    await revokeApiKeys(ctx, userId, query.id)
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
