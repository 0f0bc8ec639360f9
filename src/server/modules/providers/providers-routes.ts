import * as actions from '#contract/providers/provider-actions.ts'
import * as contract from '#contract/providers/providers.ts'
import * as sandboxContract from '#contract/providers/sandbox.ts'
import type { FastifyInstance } from 'fastify'

import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'
import { canConnect } from '#server/modules/audit-log/mode/refuse-real.ts'
import { createProvider } from '#server/modules/providers/accounts/create-provider.ts'
import { deleteProvider } from '#server/modules/providers/accounts/delete-provider.ts'
import {
  testProvider,
  testUnsavedProvider,
  getLastTest,
} from '#server/modules/providers/connection-test/test-provider.ts'
import { releaseHold } from '#server/modules/providers/breakers/hold-charges.ts'
import { pauseProvider } from '#server/modules/providers/breakers/pause-provider.ts'
import { toProvider, getProvider } from '#server/modules/providers/accounts/get-provider.ts'
import { calmSandbox, findSandbox, setSandbox } from '#server/modules/providers/sandbox/set-sandbox.ts'
import { updateProvider } from '#server/modules/providers/accounts/update-provider.ts'

import { listProviderRows } from './providers-queries.ts'
import type { TermsListener } from './terms-listener.ts'

export function providersRoutes(app: FastifyInstance, ctx: Context, terms: TermsListener): void {
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
    const repricing = await updateProvider(ctx, by, { id: params.id, body, requireProof, terms })
    return { ...(await show(ctx, params.id)), repricing }
  })
  mount(app, ctx, contract.deleteProvider, async ({ by, params }) => {
    await deleteProvider(ctx, by, params.id)
    return { success: true as const }
  })
  actionRoutes(app, ctx, terms)
  sandboxRoutes(app, ctx)
  mount(app, ctx, contract.checkProvider, async ({ params }) => {
    const lines = await testProvider(ctx, params.id)
    return { ...(await show(ctx, params.id)), lines }
  })
}

function actionRoutes(app: FastifyInstance, ctx: Context, terms: TermsListener): void {
  mount(app, ctx, actions.getProvider, async ({ params }) => ({
    ...(await show(ctx, params.id)),
    lines: await getLastTest(ctx, params.id),
  }))
  mount(app, ctx, actions.tryProvider, async ({ body }) => ({
    success: true as const,
    lines: await testUnsavedProvider(ctx, body),
  }))
  mount(app, ctx, actions.releaseProvider, async ({ by, params }) => {
    await releaseHold(ctx, by, { id: params.id, terms })
    return show(ctx, params.id)
  })
  mount(app, ctx, actions.pauseProvider, async ({ by, params }) => {
    await pauseProvider(ctx, by, { id: params.id, isPaused: true })
    return show(ctx, params.id)
  })
  mount(app, ctx, actions.resumeProvider, async ({ by, params }) => {
    await pauseProvider(ctx, by, { id: params.id, isPaused: false })
    return show(ctx, params.id)
  })
}

function sandboxRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, sandboxContract.getSandbox, async ({ params }) => ({
    success: true as const,
    sandbox: (await findSandbox(ctx, params.id)) ?? null,
  }))
  mount(app, ctx, sandboxContract.setSandbox, async ({ by, params, body }) => ({
    success: true as const,
    sandbox: await setSandbox(ctx, by, { id: params.id, body }),
  }))
  mount(app, ctx, sandboxContract.calmSandbox, async ({ by, params }) => ({
    success: true as const,
    sandbox: await calmSandbox(ctx, by, params.id),
  }))
}

async function show(ctx: Context, id: number) {
  return { success: true as const, provider: await getProvider(ctx, id) }
}
