import { setTimeout as sleep } from 'node:timers/promises'

import { randomFor } from '#torture/plan/seeded-random.ts'
import { importedServices } from '#torture/world/catalogue.ts'

import type { Town } from './town.ts'

const EVERY_MS = 4_000
const AT_ONCE = 3

/** Staff who import services and read price lists while everybody orders, the same ones twice at the same time. */
export async function importServices({ seed, desk, history, wantsNoMore }: Town): Promise<void> {
  const random = randomFor(seed, 'imports')
  while (!wantsNoMore.aborted) {
    await sleep(EVERY_MS, undefined, { signal: wantsNoMore }).catch(() => undefined)
    const provider = random.pick(['one', 'two'] as const)
    const serviceIds = Array.from({ length: AT_ONCE }, () => random.pick(importedServices))
    const body = { provider, serviceIds: [...new Set(serviceIds)], overwriteExisting: random.next() < 0.5 }
    const call = { path: '/api/admin/services/import', body }
    const answers = await Promise.all([desk.ask(call), desk.ask(call)])
    const statuses = answers.map(({ status, body: said }) => said['code'] ?? status)
    history.note('administrator', 'imports', { ...body, statuses })
  }
}
