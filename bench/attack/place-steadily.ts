import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Shop } from './fill-shop.ts'

export type Placed = {
  /** Acknowledged orders. */
  ids: number[]
  /** From when each was due until its answer, so that waiting for a connection counts too. */
  millis: number[]
  /** Answers other than 201, by status and code; `cut` are requests without an answer. */
  refused: Record<string, number>
}

const PER_SECOND = 50
const ANSWER_SECONDS = 30

/** Fifty orders a second, whether or not earlier ones are answered, like independent customers. */
export async function placeSteadily(
  url: string,
  { tokens, serviceIds }: Shop,
  seconds: number,
): Promise<Placed> {
  const placed: Placed = { ids: [], millis: [], refused: {} }
  const begun = performance.now()
  const all: Promise<void>[] = []
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    const due = begun + (n * 1000) / PER_SECOND
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    // The first customers' streams are under attack: they order too.
    const token = tokens[n % tokens.length] ?? ''
    const serviceId = serviceIds[n % serviceIds.length] ?? 0
    all.push(placeOne(placed, { url, token, serviceId, due }))
  }
  await Promise.all(all)
  return placed
}

async function placeOne(
  placed: Placed,
  { url, token, serviceId, due }: { url: string; token: string; serviceId: number; due: number },
): Promise<void> {
  try {
    const answer = await fetch(`${url}/api/orders/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        service_id: serviceId,
        link: `https://example.com/${randomUUID()}`,
        // The quantity that the provider charges for.
        quantity: 1000,
      }),
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1000),
    })
    const body = (await answer.json()) as { code?: string; order: { id: number } } // of the contract
    if (answer.status !== 201) return count(placed.refused, `${answer.status} ${body.code}`)
    placed.millis.push(performance.now() - due)
    placed.ids.push(body.order.id)
  } catch {
    count(placed.refused, 'cut')
  }
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}
