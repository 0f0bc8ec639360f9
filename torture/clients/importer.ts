import { setTimeout as sleep } from 'node:timers/promises'

import { randomFor } from '#torture/plan/seeded-random.ts'
import { importedServices } from '#torture/sandboxes/catalogue.ts'

import type { ClientContext } from './client-context.ts'

const EVERY_MS = 4_000
const AT_ONCE = 3

/** Staff who import services and read price lists while orders are placed, the same ones twice concurrently. */
export async function importServices({
  seed,
  staffClient,
  history,
  stopSignal,
}: ClientContext): Promise<void> {
  const random = randomFor(seed, 'imports')
  while (!stopSignal.aborted) {
    await sleep(EVERY_MS, undefined, { signal: stopSignal }).catch(() => undefined)
    const provider = random.pick(['one', 'two'] as const)
    const serviceIds = Array.from({ length: AT_ONCE }, () => random.pick(importedServices))
    const body = { provider, serviceIds: [...new Set(serviceIds)], overwriteExisting: random.next() < 0.5 }
    const call = { path: '/api/admin/services/import', body }
    const answers = await Promise.all([staffClient.ask(call), staffClient.ask(call)])
    const statuses = answers.map(({ status, body: said }) => said['code'] ?? status)
    history.note('administrator', 'imports', { ...body, statuses })
  }
}
