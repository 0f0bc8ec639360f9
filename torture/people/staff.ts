import { setTimeout as sleep } from 'node:timers/promises'

import { randomFor } from '#torture/plan/seeded-random.ts'

import { toRecord } from './call-product.ts'
import { decideDeposit } from './decide-deposit.ts'
import { decideOrder } from './decide-order.ts'
import type { Town } from './town.ts'

const EVERY_MS = 1000

/** Looks at everything that the product lays before a person, again and again, and decides it truthfully. */
export async function workAsStaff(town: Town, token: string, end: AbortSignal): Promise<void> {
  const random = randomFor(town.seed, 'staff')
  const lists = [
    { path: '/api/admin/orders?attention=true&limit=200', of: 'orders', decide: decideOrder },
    { path: '/api/admin/deposits?attention=true&limit=200', of: 'deposits', decide: decideDeposit },
  ]
  while (!end.aborted) {
    await sleep(EVERY_MS)
    await resumeStopped(town, token)
    for (const { path, of, decide } of lists) {
      const { status, body } = await town.caller.call({ path, token })
      const found = status === 200 && Array.isArray(body[of]) ? body[of].map(toRecord) : []
      for (const one of found) if (!end.aborted) await decide(town, { token, random }, one)
    }
  }
}

/** Sending to a provider stands after five unknown orders in a row, until a person has looked. */
async function resumeStopped({ caller, history }: Town, token: string): Promise<void> {
  const { status, body } = await caller.call({ path: '/api/admin/providers', token })
  const providers = status === 200 && Array.isArray(body['providers']) ? body['providers'].map(toRecord) : []
  for (const { id, health } of providers) {
    if (toRecord(health)['state'] !== 'stopped') continue
    const path = `/api/admin/providers/${String(id)}`
    const answer = await caller.call({ method: 'PUT', path, token, body: { is_enabled: true } })
    history.note('staff', 'resumes', { id, status: answer.status, why: answer.why })
  }
}
