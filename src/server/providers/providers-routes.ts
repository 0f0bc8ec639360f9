import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import * as contract from '#contract/providers.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { createProvider } from './create-provider.ts'
import { deleteProvider } from './delete-provider.ts'
import { examineProvider } from './examining/examine-provider.ts'
import { toProvider } from './present-provider.ts'
import { findProviderRow, listProviderRows } from './providers-queries.ts'
import { updateProvider } from './update-provider.ts'

export function providersRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.listProviders, async () => {
    const rows = await listProviderRows(ctx.db)
    return { success: true as const, providers: rows.map(toProvider) }
  })
  mount(app, ctx, contract.createProvider, async ({ by, body }) =>
    show(ctx, await createProvider(ctx, by, body)),
  )
  mount(app, ctx, contract.updateProvider, async ({ by, params, body }) => {
    const repricing = await updateProvider(ctx, by, { id: params.id, body })
    return { ...(await show(ctx, params.id)), repricing }
  })
  mount(app, ctx, contract.deleteProvider, async ({ by, params }) => {
    await deleteProvider(ctx, by, params.id)
    return { success: true as const }
  })
  mount(app, ctx, contract.checkProvider, async ({ params }) => {
    const lines = await examineProvider(ctx, params.id)
    return { ...(await show(ctx, params.id)), lines }
  })
}

async function show(ctx: Context, id: number) {
  const row = await findProviderRow(ctx.db, id)
  if (row === undefined) throw new AppError('provider_not_found')
  return { success: true as const, provider: toProvider(row) }
}
