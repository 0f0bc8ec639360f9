import type { FastifyInstance } from 'fastify'

import * as desk from '#contract/providers/provider-actions.ts'
import * as contract from '#contract/providers/providers.ts'
import * as sandboxDesk from '#contract/providers/sandbox.ts'
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
import { releaseHold } from '#server/modules/providers/charge-hold/hold-charges.ts'
import { pauseProvider } from '#server/modules/providers/breakers/pause-provider.ts'
import { toProvider } from '#server/modules/providers/accounts/present-provider.ts'
import { listProviderRows } from './providers-queries.ts'
import { calmSandbox, findSandbox, setSandbox } from '#server/modules/providers/sandbox/set-sandbox.ts'
import type { TermsListener } from './terms-listener.ts'
import { getProvider } from '#server/modules/providers/accounts/get-provider.ts'
import { updateProvider } from '#server/modules/providers/accounts/update-provider.ts'

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

/** What is done at one of them. */
function actionRoutes(app: FastifyInstance, ctx: Context, terms: TermsListener): void {
  mount(app, ctx, desk.getProvider, async ({ params }) => ({
    ...(await show(ctx, params.id)),
    lines: await getLastTest(ctx, params.id),
  }))
  mount(app, ctx, desk.tryProvider, async ({ body }) => ({
    success: true as const,
    lines: await testUnsavedProvider(ctx, body),
  }))
  mount(app, ctx, desk.releaseProvider, async ({ by, params }) => {
    await releaseHold(ctx, by, { id: params.id, terms })
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
  return { success: true as const, provider: await getProvider(ctx, id) }
}
