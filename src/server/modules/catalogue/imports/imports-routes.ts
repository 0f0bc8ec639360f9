import type { FastifyInstance } from 'fastify'

import * as runs from '#contract/catalogue/import-runs.ts'
import * as contract from '#contract/catalogue/imports.ts'
import { testTranslator as testTranslatorCall } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { toPageAfter } from '#server/lib/postgres/id-cursor.ts'

import { fetchServices, listImportSources } from './fetch-services.ts'
import { getImportRun, listImportRuns } from './get-import-run.ts'
import { importServices } from './import-services.ts'
import { previewImport } from './preview-import.ts'
import { testTranslator } from './test-translator.ts'
import { undoImport } from './undo-import.ts'

export function importsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.fetchServices, async ({ body }) => {
    const { services, leftOut, fetchedAt } = await fetchServices(ctx, body)
    return { success: true as const, data: services, left_out: leftOut, cached_at: fetchedAt }
  })
  mount(app, ctx, contract.previewImport, async ({ body }) => {
    const { services, ratesDoubt, fetchedAt } = await previewImport(ctx, body)
    return { success: true as const, data: services, rates_doubt: ratesDoubt, cached_at: fetchedAt }
  })
  mount(app, ctx, contract.importServices, async ({ by, body }) => {
    const { id, state, stats } = await importServices(ctx, by, body)
    return { success: true as const, data: { stats, import_id: id, state } }
  })
  mount(app, ctx, runs.listImportSources, async ({ query }) => {
    const { sources, ...about } = await listImportSources(ctx)
    const { rows, nextCursor } = toPageAfter(sources, query, ({ slug }) => slug)
    return { success: true as const, sources: rows, next_cursor: nextCursor, ...about }
  })
  mount(app, ctx, runs.listImports, async ({ query }) => ({
    success: true as const,
    ...(await listImportRuns(ctx, query)),
  }))
  mount(app, ctx, runs.getImport, async ({ params }) => ({
    success: true as const,
    import: await getImportRun(ctx, params.id),
  }))
  mount(app, ctx, runs.undoImport, async ({ by, params }) => ({
    success: true as const,
    import: await undoImport(ctx, by, params.id),
  }))
  mount(app, ctx, testTranslatorCall, ({ signal }) => testTranslator(ctx, signal))
}
