import { replyWithFault } from '#sandbox/faults/reply-with-fault.ts'
import { isRecord, readBody } from '#sandbox/http/read-body.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { Gateway } from './change-invoice.ts'
import { fail, MERCHANT_CALLS, showResult, textOf, type MerchantAction } from './merchant-calls.ts'
import { isSignedBy } from './sign.ts'

export type Counter = { gateway: Gateway; baseUrl: string; calls: GatewayCall[] }
export type GatewayCall = {
  at: string
  action: string
  order_id: string | null
  uuid: string | null
  fault?: string
}

const CALLS_KEPT = 10_000

/** One signed call of a merchant (field notes 3). */
export async function answerPaymentCall(
  { gateway, baseUrl, calls }: Counter,
  exchange: Exchange,
  action: MerchantAction,
): Promise<void> {
  const { request, url } = exchange
  const merchant = String(request.headers['merchant'] ?? '')
  const shop = { gateway, merchant, baseUrl }
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

  const key = gateway.keyOf(merchant)
  const isKnown = key !== ''
  const isSigned = isKnown && isSignedBy(body, key, String(request.headers['sign'] ?? ''))
  await replyWithFault({
    exchange,
    fault,
    take: () => {
      if (!isKnown) return fail(401, 'Merchant not found')
      if (!isSigned) return fail(401, 'Invalid Sign')
      if (!members) return fail(422, 'The body is not a JSON object')
      return MERCHANT_CALLS[action](shop, { members, cursor: url.searchParams.get('cursor') })
    },
    repeatEarlier: () => {
      const mine = textOf(members?.['order_id'])
      const earlier = [...gateway.state.invoices.values()].findLast((invoice) => invoice.orderId !== mine)
      return isSigned && earlier ? showResult(shop, earlier) : undefined
    },
  })
}

/** No members count as an empty object: such calls are signed over an empty body, or over PHP's `[]`. */
function parseMembers(body: Buffer): Record<string, unknown> | undefined {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (Array.isArray(value) && value.length === 0) return {}
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
