import { startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { signWebhook } from '#sandbox/gateway/sign.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'

import { makeTestApp, type TestApp, type TestAppOptions } from './app.ts'

export type PaymentsApp = TestApp & {
  gateway: { url: string; merchant: string; key: string; stop: () => Promise<void> }
  /** Opens a deposit over HTTP and returns its reference. */
  open: (token: string, amount: number) => Promise<string>
  /** Sets an invoice's status at the gateway. */
  move: (reference: string, status: string, amount?: string) => Promise<void>
  fault: (fault: { action: string; kind: string; times?: number; delay_ms?: number }) => Promise<void>
  /** Clears all faults. */
  clearFaults: () => Promise<void>
  /** Sends a webhook as the gateway would and returns our HTTP status. */
  send: (members: Record<string, unknown>, key?: string) => Promise<number>
  /** How many calls we made to the gateway. */
  calls: (action: 'payment' | 'info') => Promise<number>
}

/**
 * The app with its own gateway, whose webhooks go to an address without a listener: each test sends the ones it needs.
 */
export async function makePaymentsApp(options: TestAppOptions = {}): Promise<PaymentsApp> {
  const gateway = await startSandboxGateway({ webhookRetryDelaysMs: [] })
  const env = { PUBLIC_URL: 'http://127.0.0.1:1', ...options.env }
  const app = await makeTestApp({ ...options, env })
  await registerSandboxGateway(app.ctx, gateway)
  const control = async (path: string, body: unknown) => {
    const response = await fetch(`${gateway.url}/sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  return {
    ...app,
    gateway,
    open: async (token, amount) => {
      const { status, body } = await app.call(createPayment, {
        token,
        body: { amount, payment_method: 'cryptomus' },
      })
      if (status !== 200) throw new Error(`no deposit: ${status} ${JSON.stringify(body)}`)
      return body.order_id
    },
    move: (reference, status, amount) => control(`invoices/${reference}`, { status, amount }),
    fault: (fault) => control('faults', fault),
    clearFaults: async () => void (await fetch(`${gateway.url}/sandbox/faults`, { method: 'DELETE' })),
    send: async (members, key = gateway.key) => {
      const response = await fetch(`${app.url}/api/payment/webhook/cryptomus`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: signWebhook(members, key),
      })
      await response.body?.cancel()
      return response.status
    },
    calls: async (action) => {
      const response = await fetch(`${gateway.url}/sandbox/calls?action=${action}`)
      return ((await response.json()) as unknown[]).length // a list by the sandbox's own contract
    },
    drop: async () => {
      await app.drop()
      await gateway.stop()
    },
  }
}
