import { randomBytes, randomUUID } from 'node:crypto'
import { replyWithFault } from '#sandbox/faults/reply-with-fault.ts'
import { isRecord, readBody } from '#sandbox/http/read-body.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import { expireInvoice, type Gateway } from './change-invoice.ts'
import { showInvoice, type Invoice } from './invoice.ts'
import { readPayment } from './read-payment.ts'
import { isSignedBy } from './sign.ts'

export type Merchant = { gateway: Gateway; merchant: string; baseUrl: string; calls: GatewayCall[] }
export type GatewayCall = {
  at: string
  action: string
  order_id: string | null
  uuid: string | null
  fault?: string
}

const CALLS_KEPT = 10_000

/** `POST /v1/payment` and `POST /v1/payment/info` (field notes 3). */
export async function answerPaymentCall(
  { gateway, merchant, baseUrl, calls }: Merchant,
  exchange: Exchange,
  action: 'payment' | 'info',
): Promise<void> {
  const { request } = exchange
  const body = await readBody(request)
  const members = parseMembers(body)
  const fault = gateway.faults.nextForCall(action)
  calls.push({
    at: new Date(gateway.clock()).toISOString(),
    action,
    order_id: textOf(members?.['order_id']),
    uuid: textOf(members?.['uuid']),
    ...(fault && { fault: fault.kind }),
  })
  if (calls.length > CALLS_KEPT) calls.shift()

  const isKnown = request.headers['merchant'] === merchant
  const isSigned = isKnown && isSignedBy(body, gateway.key, String(request.headers['sign'] ?? ''))
  await replyWithFault({
    exchange,
    fault,
    take: () => {
      if (!isKnown) return fail(401, 'Merchant not found')
      if (!isSigned) return fail(401, 'Invalid Sign')
      if (!members) return fail(422, 'The body is not a JSON object')
      return action === 'payment'
        ? takePayment(gateway, baseUrl, members)
        : tellPayment(gateway, baseUrl, members)
    },
    repeatEarlier: () => {
      const mine = textOf(members?.['order_id'])
      const earlier = [...gateway.state.invoices.values()].findLast((invoice) => invoice.orderId !== mine)
      return isSigned && earlier ? showResult(gateway, baseUrl, earlier) : undefined
    },
  })
}

/** The same order_id gives the same invoice, whatever else is sent with it. */
function takePayment(gateway: Gateway, baseUrl: string, members: Record<string, unknown>): Answer {
  const read = readPayment(members)
  if ('errors' in read) return jsonAnswer({ state: 1, errors: read.errors }, 422)
  const { payment } = read
  const existing = gateway.state.invoices.get(payment.orderId)
  if (existing) {
    expireInvoice(gateway, existing)
    return showResult(gateway, baseUrl, existing)
  }
  const createdAt = gateway.clock()
  const { lifetimeSeconds, ...rest } = payment
  const invoice = gateway.state.addInvoice({
    ...rest,
    uuid: randomUUID(),
    address: '0x' + randomBytes(20).toString('hex'),
    createdAt,
    expiresAt: createdAt + lifetimeSeconds * 1000,
  })
  return showResult(gateway, baseUrl, invoice)
}

function tellPayment(gateway: Gateway, baseUrl: string, members: Record<string, unknown>): Answer {
  const uuid = textOf(members['uuid'])
  const orderId = textOf(members['order_id'])
  if (uuid === null && orderId === null) {
    const missing = ['validation.required_without']
    return jsonAnswer({ state: 1, errors: { uuid: missing, order_id: missing } }, 422)
  }
  const invoice = uuid === null ? gateway.state.invoices.get(orderId ?? '') : gateway.state.findByUuid(uuid)
  if (!invoice) return fail(404, 'Payment not found')
  expireInvoice(gateway, invoice)
  return showResult(gateway, baseUrl, invoice)
}

function showResult(gateway: Gateway, baseUrl: string, invoice: Invoice): Answer {
  return jsonAnswer({ state: 0, result: showInvoice(invoice, { now: gateway.clock(), baseUrl }) })
}

function fail(status: number, message: string): Answer {
  return jsonAnswer({ state: 1, message }, status)
}

function parseMembers(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
