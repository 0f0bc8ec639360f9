import { control } from '#sandbox/call-sandbox.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'

import type { PlannedOrder } from './demo-plan.ts'

/** What the sandbox's provider says of an order that it took. */
export type Taken = { order: number; charge: string; status: string; remains: number; start_count: number }

const endings = { COMPLETED: 'Completed', PARTIAL: 'Partial', CANCELED: 'Canceled' } as const

/** What the shop has at its provider before the first order, in dollars. */
export const OPENING_BALANCE = '12000'

/**
 * Has the sandbox's provider take the planned orders as of their times, so that it knows what is under way and what may be refilled.
 * Undefined for orders that it refused or never got. Answers in the order of the plan.
 */
export async function sendToSandbox(
  { provider }: SandboxAddresses,
  orders: readonly PlannedOrder[],
): Promise<(Taken | undefined)[]> {
  await post(provider.url, 'settings', { balance: OPENING_BALANCE })
  const lost = orders.find(({ ending }) => ending === 'review')
  const sent = orders.filter((order) => order.ending !== 'FAILED' && order !== lost)
  const taken = await post(provider.url, 'history', { orders: sent.map(toHistory) })
  // Its own answer, one for each.
  const answers = new Map(sent.map((order, place) => [order, (taken as Taken[])[place]]))
  return orders.map((order) => answers.get(order))
}

function toHistory({ service, link, quantity, createdAt, endsAt, ending, ...order }: PlannedOrder): unknown {
  const isEnded = ending === 'COMPLETED' || ending === 'PARTIAL' || ending === 'CANCELED'
  return {
    service: Number(service.provider_service),
    link,
    quantity,
    at: Math.round(createdAt),
    takes_ms: Math.round(endsAt - createdAt),
    ...(isEnded && { status: endings[ending], remains: order.undelivered, start_count: order.startCount }),
  }
}

async function post(url: string, path: string, body: unknown): Promise<unknown> {
  const answer = await control(url, path, body)
  if (answer.status !== 200)
    throw new Error(`the sandbox refused the demo's ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
