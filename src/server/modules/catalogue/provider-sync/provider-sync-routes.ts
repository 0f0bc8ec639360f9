import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/providers/provider-actions.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { repriceProvider } from '#server/modules/catalogue/prices/reprice-provider.ts'
import { getProvider } from '#server/modules/providers/accounts/get-provider.ts'

import { listChanges } from './provider-changes.ts'
import { syncProvider } from './sync-provider.ts'

export function providerSyncRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.syncProvider, async ({ by, params, body }) => {
    const result = await syncProvider(ctx, by, { id: params.id, accept: body.accept })
    const provider = await getProvider(ctx, params.id)
    return {
      success: true as const,
      provider,
      synced: result?.synced ?? null,
      trouble: result?.trouble ?? null,
    }
  })
  mount(app, ctx, contract.listProviderChanges, async ({ params, query }) => ({
    success: true as const,
    ...(await listChanges(ctx, params.id, query)),
  }))
  mount(app, ctx, contract.repriceProvider, async ({ by, params, body }) => ({
    success: true as const,
    repricing: await repriceProvider(ctx, by, { id: params.id, body }),
  }))
}
