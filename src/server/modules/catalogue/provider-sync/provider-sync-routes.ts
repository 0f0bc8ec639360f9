import type { FastifyInstance } from 'fastify'

import { listProviderChanges, repriceProvider, syncProvider } from '#contract/providers/provider-actions.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import * as prices from '#server/modules/catalogue/prices/reprice-provider.ts'
import { getProvider } from '#server/modules/providers/accounts/get-provider.ts'

import { listChanges } from './list-changes.ts'
import * as lists from './sync-provider.ts'

export function providerSyncRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, syncProvider, async ({ by, params, body }) => {
    const result = await lists.syncProvider(ctx, by, { id: params.id, accept: body.accept })
    const provider = await getProvider(ctx, params.id)
    return {
      success: true as const,
      provider,
      synced: result?.synced ?? null,
      trouble: result?.trouble ?? null,
    }
  })
  mount(app, ctx, listProviderChanges, async ({ params, query }) => ({
    success: true as const,
    ...(await listChanges(ctx, params.id, query)),
  }))
  mount(app, ctx, repriceProvider, async ({ by, params, body }) => ({
    success: true as const,
    repricing: await prices.repriceProvider(ctx, by, { id: params.id, body }),
  }))
}
