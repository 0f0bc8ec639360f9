import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempt, GatewayState, Webhook } from './gateway-state.ts'

const TIMEOUT_MS = 10_000
/** Enough for a test that pays many invoices concurrently, few enough for the product under test. */
const AT_ONCE_MAX = 16
const ANSWER_LENGTH_MAX = 200

export const RETRY_DELAYS_MS = [1000, 5000, 20_000, 60_000]

export type WebhookSender = {
  send: (webhook: Webhook) => void
  /** Continues what a restart interrupted. */
  resume: () => void
}

/** Posts webhooks, each until it is answered with 2xx or its retries are used up. Every attempt is in the journal. */
export function makeWebhookSender({
  state,
  signal,
  clock,
  retryDelaysMs,
  signatureOf,
  log,
}: {
  state: GatewayState
  signal: AbortSignal
  clock: () => number
  retryDelaysMs: readonly number[]
  /** The header of a webhook that is sent now, if its signature is a header. */
  signatureOf: (webhook: Webhook) => Record<string, string>
  log: (line: string) => void
}): WebhookSender {
  let free = AT_ONCE_MAX
  const waiting: (() => void)[] = []
  const takeTurn = async (work: () => Promise<void>): Promise<void> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }

  const deliver = async (webhook: Webhook): Promise<void> => {
    await sleep(Math.max(0, webhook.sendAt - clock()), undefined, { signal, ref: false })
    while (isDue(webhook, retryDelaysMs)) {
      const retryDelay = retryDelaysMs[webhook.attempts.length - 1]
      if (retryDelay !== undefined) await sleep(retryDelay, undefined, { signal, ref: false })
      await takeTurn(async () => {
        if (signal.aborted) return
        const answer = await post(
          webhook,
          { 'content-type': typeOf(webhook), ...signatureOf(webhook) },
          signal,
        )
        // An attempt interrupted by a stop is repeated after the next start.
        if (signal.aborted) return
        state.addAttempt(webhook, { at: clock(), attempt: webhook.attempts.length + 1, ...answer })
      })
      if (signal.aborted) return
    }
  }
  const send = (webhook: Webhook): void => {
    deliver(webhook).catch((error: unknown) => {
      if (!signal.aborted) log(`webhook ${webhook.id} for ${webhook.orderId}: ${String(error)}`)
    })
  }
  return {
    send,
    resume: () => {
      for (const webhook of state.webhooks.values()) if (isDue(webhook, retryDelaysMs)) send(webhook)
    },
  }
}

function typeOf({ wire }: Webhook): string {
  return wire === 'payeer' ? 'application/x-www-form-urlencoded' : 'application/json'
}

function isDue(webhook: Webhook, retryDelaysMs: readonly number[]): boolean {
  const { attempts, isRetried, wire, orderId } = webhook
  const last = attempts.at(-1)
  if (!last) return true
  const isSuccess = last.httpStatus !== null && last.httpStatus >= 200 && last.httpStatus < 300
  const isAccepted = isSuccess && (wire !== 'payeer' || last.answer.trim() === `${orderId}|success`)
  return isRetried && !isAccepted && attempts.length <= retryDelaysMs.length
}

async function post(
  webhook: Webhook,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Pick<Attempt, 'httpStatus' | 'answer'>> {
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: { ...headers, 'user-agent': 'sandbox-gateway' },
      body: webhook.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await response.text()
    return { httpStatus: response.status, answer: text.slice(0, ANSWER_LENGTH_MAX) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { httpStatus: null, answer: String(cause).slice(0, ANSWER_LENGTH_MAX) }
  }
}
