import { expect } from 'vitest'

import { listImports, undoImport } from '#contract/catalogue/import-runs.ts'
import * as imports from '#contract/catalogue/imports.ts'
import * as providerActions from '#contract/providers/provider-actions.ts'
import * as providers from '#contract/providers/providers.ts'
import { calmSandbox, setSandbox } from '#contract/providers/sandbox.ts'

import type { TestUser } from './factories.ts'
import type { makeOrderBench } from './order-bench.ts'
import type { RecordedChange } from './staff-changes-of-users.ts'

/** Changes of providers by staff, each once, with its action in the audit log. */
export function changesOfProviders(
  bench: ReturnType<typeof makeOrderBench>,
  getAdmin: () => TestUser,
): Record<string, RecordedChange> {
  const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
  const as = (id: number | bigint, body?: unknown) => ({ token: getAdmin().token, params: { id }, body })
  const provider = { slug: 'fresh', name: 'N', api_url: 'https://example.com/?key=hidden', key: 'secret-key' }
  let providerId = 0

  return {
    createProvider: [
      'provider.create',
      async () => {
        const created = await bench.app.call(providers.createProvider, {
          token: getAdmin().token,
          body: provider,
        })
        ok(created)
        providerId = created.body.provider.id
      },
    ],
    updateProvider: [
      'provider.update',
      async () => ok(await bench.app.call(providers.updateProvider, as(providerId, { name: 'M' }))),
    ],
    pauseProvider: [
      'provider.pause',
      async () => ok(await bench.app.call(providerActions.pauseProvider, as(bench.panel.provider.id))),
    ],
    resumeProvider: [
      'provider.resume',
      async () => ok(await bench.app.call(providerActions.resumeProvider, as(bench.panel.provider.id))),
    ],
    releaseProvider: [
      'provider.release',
      async () => {
        const { id } = bench.panel.provider
        const hold = { order_ids: [], supply_id: 0, service_id: 1, service: '1', expected: '1', charged: '9' }
        await bench.ctx.db
          .updateTable('providers')
          .set({ charge_hold: JSON.stringify({ ...hold, since: new Date() }) })
          .where('id', '=', id)
          .execute()
        ok(await bench.app.call(providerActions.releaseProvider, as(id)))
      },
    ],
    syncProvider: [
      'provider.sync',
      async () => ok(await bench.app.call(providerActions.syncProvider, as(bench.panel.provider.id, {}))),
    ],
    setSandbox: [
      'provider.sandbox',
      async () => ok(await bench.app.call(setSandbox, as(bench.panel.provider.id, { speed: 1 }))),
    ],
    calmSandbox: [
      'provider.sandbox',
      async () => ok(await bench.app.call(calmSandbox, as(bench.panel.provider.id))),
    ],
    repriceProvider: [
      'provider.reprice',
      async () => {
        const { id } = bench.panel.provider
        ok(await bench.app.call(providerActions.repriceProvider, as(id, { scope: 'all' })))
      },
    ],
    deleteProvider: [
      'provider.delete',
      async () => ok(await bench.app.call(providers.deleteProvider, as(providerId))),
    ],
    importServices: [
      'provider.import',
      async () => {
        const body = { provider: bench.panel.provider.slug, serviceIds: [1], markupPercentage: 30 }
        ok(await bench.app.call(imports.importServices, { token: getAdmin().token, body }))
      },
    ],
    undoImport: [
      'import.undo',
      async () => {
        const { body } = await bench.app.call(listImports, { token: getAdmin().token })
        ok(await bench.app.call(undoImport, as(body.imports[0]?.id ?? 0)))
      },
    ],
  }
}
