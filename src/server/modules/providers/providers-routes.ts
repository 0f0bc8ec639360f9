import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import * as desk from '#contract/providers/provider-actions.ts'
import * as contract from '#contract/providers/providers.ts'
import * as sandboxDesk from '#contract/providers/sandbox.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'
import { canConnect } from '#server/modules/audit-log/mode/can-connect.ts'

import { createProvider } from '#server/modules/providers/accounts/create-provider.ts'
import { deleteProvider } from '#server/modules/providers/accounts/delete-provider.ts'
import {
  examineProvider,
  examineTrial,
  readExamined,
} from '#server/modules/providers/connection-test/test-provider.ts'
import { releaseHold } from '#server/modules/providers/charge-hold/hold-charges.ts'
import { pauseProvider } from '#server/modules/providers/breakers/pause-provider.ts'
import { toProvider } from '#server/modules/providers/accounts/present-provider.ts'
import { findProviderRow, listProviderRows } from './providers-queries.ts'
import { repriceProvider } from '#server/modules/providers/accounts/reprice-provider.ts'
import { listChanges } from '#server/modules/catalogue/provider-sync/list-changes.ts'
import { calmSandbox, findSandbox, setSandbox } from '#server/modules/providers/sandbox/set-sandbox.ts'
import { syncProvider } from '#server/modules/catalogue/provider-sync/sync-provider.ts'
import { updateProvider } from '#server/modules/providers/accounts/update-provider.ts'

export function providersRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.listProviders, async ({ query }) => {
    const after = fromCursor(query.cursor) ?? 0n
    const all = await listProviderRows(ctx.db)
    const { rows, nextCursor } = toPage(
      all.filter(({ id }) => id > after),
      query.limit,
    )
    const providers = rows.map(toProvider)
    return { success: true as const, providers, next_cursor: nextCursor, can_add: await canConnect(ctx) }
  })
  mount(app, ctx, contract.createProvider, async ({ by, body }) =>
    show(ctx, await createProvider(ctx, by, body)),
  )
  mount(app, ctx, contract.updateProvider, async ({ by, params, body, requireProof }) => {
    const repricing = await updateProvider(ctx, by, { id: params.id, body, requireProof })
    return { ...(await show(ctx, params.id)), repricing }
  })
  mount(app, ctx, contract.deleteProvider, async ({ by, params }) => {
    await deleteProvider(ctx, by, params.id)
    return { success: true as const }
  })
  deskRoutes(app, ctx)
  sandboxRoutes(app, ctx)
  mount(app, ctx, contract.checkProvider, async ({ params }) => {
    const lines = await examineProvider(ctx, params.id)
    return { ...(await show(ctx, params.id)), lines }
  })
}

/** What is done at one of them. */
function deskRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, desk.getProvider, async ({ params }) => ({
    ...(await show(ctx, params.id)),
    lines: await readExamined(ctx, params.id),
  }))
  mount(app, ctx, desk.tryProvider, async ({ body }) => ({
    success: true as const,
    lines: await examineTrial(ctx, body),
  }))
  mount(app, ctx, desk.releaseProvider, async ({ by, params }) => {
    await releaseHold(ctx, by, { id: params.id })
    return show(ctx, params.id)
  })
  mount(app, ctx, desk.pauseProvider, async ({ by, params }) => {
    await pauseProvider(ctx, by, { id: params.id, isPaused: true })
    return show(ctx, params.id)
  })
  mount(app, ctx, desk.resumeProvider, async ({ by, params }) => {
    await pauseProvider(ctx, by, { id: params.id, isPaused: false })
    return show(ctx, params.id)
  })
  mount(app, ctx, desk.syncProvider, async ({ by, params, body }) => {
    const result = await syncProvider(ctx, by, { id: params.id, accept: body.accept })
    const told = { synced: result?.synced ?? null, trouble: result?.trouble ?? null }
    return { ...(await show(ctx, params.id)), ...told }
  })
  mount(app, ctx, desk.listProviderChanges, async ({ params, query }) => {
    const page = await listChanges(ctx, params.id, query)
    return { success: true as const, ...page }
  })
  mount(app, ctx, desk.repriceProvider, async ({ by, params, body }) => ({
    success: true as const,
    repricing: await repriceProvider(ctx, by, { id: params.id, body }),
  }))
}

/** What only the sandbox has. */
function sandboxRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, sandboxDesk.getSandbox, async ({ params }) => ({
    success: true as const,
    sandbox: (await findSandbox(ctx, params.id)) ?? null,
  }))
  mount(app, ctx, sandboxDesk.setSandbox, async ({ by, params, body }) => ({
    success: true as const,
    sandbox: await setSandbox(ctx, by, { id: params.id, body }),
  }))
  mount(app, ctx, sandboxDesk.calmSandbox, async ({ by, params }) => ({
    success: true as const,
    sandbox: await calmSandbox(ctx, by, params.id),
  }))
}

async function show(ctx: Context, id: number) {
  const row = await findProviderRow(ctx.db, id)
  if (row === undefined) throw new AppError('provider_not_found')
  return { success: true as const, provider: toProvider(row) }
}
