import { expect } from 'vitest'

import * as bulk from '#contract/catalogue/bulk-changes.ts'
import * as catalogue from '#contract/catalogue/admin-services.ts'
import * as catalogueOrder from '#contract/catalogue/sort-order.ts'
import * as nameRules from '#contract/catalogue/name-rules.ts'
import * as supplies from '#contract/catalogue/supplies.ts'

import type { TestUser } from './factories.ts'
import type { makeOrderBench } from './order-bench.ts'
import type { RecordedChange } from './staff-changes-of-users.ts'

/** Changes of the catalogue by staff, each once, with its action in the audit log. */
export function changesOfServices(
  bench: ReturnType<typeof makeOrderBench>,
  getAdmin: () => TestUser,
): Record<string, RecordedChange> {
  const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
  const as = (id: number | bigint, body?: unknown) => ({ token: getAdmin().token, params: { id }, body })
  const service = { name: 'S', category: 'C', platform: 'P', rate: 1, min: 1, max: 9 }
  let serviceId = 0

  return {
    createService: [
      'service.create',
      async () => {
        const created = await bench.app.call(catalogue.createService, {
          token: getAdmin().token,
          body: service,
        })
        ok(created)
        serviceId = created.body.service.id
      },
    ],
    updateService: [
      'service.update',
      async () => ok(await bench.app.call(catalogue.updateService, as(serviceId, { rate: 2 }))),
    ],
    changeServices: [
      'service.bulk',
      async () => {
        const body = { ids: [serviceId], change: { kind: 'rate', rate: 3 } }
        const { token } = getAdmin()
        const looked = await bench.app.call(bulk.changeServices, { token, body: { ...body, dry_run: true } })
        const { seal } = looked.body
        ok(await bench.app.call(bulk.changeServices, { token, body: { ...body, dry_run: false, seal } }))
      },
    ],
    cleanNames: [
      'service.clean_names',
      async () => {
        const rules = [{ kind: 'phrase', find: 'S', replace: 'T', whole_words: true }]
        const { token } = getAdmin()
        const { seal } = (await bench.app.call(nameRules.previewNames, { token, body: { rules } })).body
        ok(await bench.app.call(nameRules.cleanNames, { token, body: { rules, seal } }))
      },
    ],
    undoNames: [
      'service.undo_names',
      async () => {
        const { token } = getAdmin()
        const { last } = (await bench.app.call(nameRules.getNameRules, { token })).body
        ok(await bench.app.call(nameRules.undoNames, { token, body: { id: last?.id } }))
      },
    ],
    duplicateService: [
      'service.create',
      async () => ok(await bench.app.call(catalogue.duplicateService, as(serviceId))),
    ],
    placeService: [
      'service.place',
      async () => ok(await bench.app.call(catalogueOrder.placeService, as(serviceId, { move: 'up' }))),
    ],
    placeCategory: [
      'category.place',
      async () => ok(await bench.app.call(catalogueOrder.placeCategory, as(1, { move: 'up' }))),
    ],
    addSupply: [
      'service.supplies',
      async () => {
        const body = { provider_id: bench.panel.provider.id, service: '1' }
        ok(await bench.app.call(supplies.addSupply, as(serviceId, body)))
      },
    ],
    arrangeSupplies: [
      'service.supplies',
      async () => {
        const there = (await bench.app.call(supplies.listSupplies, as(serviceId))).body.supplies
        const body = { supplies: there.map(({ id }) => ({ id, is_active: false })) }
        ok(await bench.app.call(supplies.arrangeSupplies, as(serviceId, body)))
      },
    ],
    deleteService: [
      'service.delete',
      async () => ok(await bench.app.call(catalogue.deleteService, as(serviceId))),
    ],
  }
}
