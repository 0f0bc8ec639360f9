import { control } from '#sandbox/call-sandbox.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'

import type { PlannedOrder } from './demo-plan.ts'

/** The sandbox provider's answer about an order that it accepted. */
export type Taken = { order: number; charge: string; status: string; remains: number; start_count: number }

const endings = { COMPLETED: 'Completed', PARTIAL: 'Partial', CANCELED: 'Canceled' } as const

/** The shop's balance at its provider before the first order, in dollars. */
export const OPENING_BALANCE = '12000'

/**
 * Has the sandbox provider accept the planned orders with their past times, so that it knows which are in progress or
 * can be refilled. In the order of the plan; undefined for orders that it rejected or never received.
 */
export async function sendToSandbox(
  { provider }: SandboxAddresses,
  orders: readonly PlannedOrder[],
): Promise<(Taken | undefined)[]> {
  await post(provider.url, 'settings', { balance: OPENING_BALANCE })
  const lost = orders.find(({ ending }) => ending === 'review')
  const sent = orders.filter((order) => order.ending !== 'FAILED' && order !== lost)
  const taken = await post(provider.url, 'history', { orders: sent.map(toHistory) })
  // The sandbox's own format, one answer per order.
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
