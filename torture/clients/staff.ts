import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#sandbox/provider/random.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'

import { toRecord } from './call-product.ts'
import { decideDeposit } from './decide-deposit.ts'
import { decideOrder } from './decide-order.ts'
import type { StaffClient } from './staff-client.ts'
import type { ClientContext } from './client-context.ts'

/** One of several staff members, who act independently. */
export type Colleague = { name: string; staffClient: StaffClient }
export type Staff = Colleague & { random: Random }

const EVERY_MS = 1000

/** Each goes through everything in review, repeatedly, concurrently with the others. */
export async function workAsStaff(
  context: ClientContext,
  colleague: Colleague,
  end: AbortSignal,
): Promise<void> {
  const staff: Staff = { ...colleague, random: randomFor(context.seed, colleague.name) }
  const lists = [
    { path: '/api/admin/orders?attention=true&limit=200', of: 'orders', decide: decideOrder },
    { path: '/api/admin/deposits?attention=true&limit=200', of: 'deposits', decide: decideDeposit },
  ]
  while (!end.aborted) {
    await sleep(EVERY_MS)
    await resumeStopped(context, staff)
    for (const { path, of, decide } of lists) {
      const { status, body } = await staff.staffClient.ask({ method: 'GET', path })
      const found = status === 200 && Array.isArray(body[of]) ? body[of].map(toRecord) : []
      for (const one of found) if (!end.aborted) await decide(context, staff, one)
    }
  }
}

/**
 * Sending to a provider stops after five unknown orders in a row until staff resume it, except where staff stopped it.
 */
async function resumeStopped(
  { history, records, providers }: ClientContext,
  { name, staffClient }: Staff,
): Promise<void> {
  const { status, body } = await staffClient.ask({ method: 'GET', path: '/api/admin/providers' })
  const listed = status === 200 && Array.isArray(body['providers']) ? body['providers'].map(toRecord) : []
  for (const { id, health, charge_hold: hold } of listed) {
    const provider = providers.one === id ? 'one' : 'two'
    if (typeof hold === 'object' && hold !== null) {
      // Its charges are absurd, and staff know that its list is right.
      const answer = await staffClient.ask({ path: `/api/admin/providers/${String(id)}/release` })
      history.note(name, 'releases', { id, status: answer.status, why: answer.why })
      const from = Date.parse(String(toRecord(hold)['since']))
      records.closures.push({ provider, from, until: Date.now() })
    }
    if (toRecord(health)['state'] !== 'stopped' || records.held.has(provider)) continue
    const answer = await staffClient.ask({ path: `/api/admin/providers/${String(id)}/resume` })
    history.note(name, 'resumes', { id, status: answer.status, why: answer.why })
  }
}
