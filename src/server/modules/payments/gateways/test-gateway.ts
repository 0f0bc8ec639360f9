import { toLine } from '#contract/words/connection-test-lines.ts'
import type { ConnectionTestLine, Found } from '#contract/base/connection-test.ts'
import { isLoopback } from '#server/boot/config-addresses.ts'
import type { Context } from '#server/context.ts'
import {
  readPaymentServices,
  type ServicesAnswer,
} from '#server/integrations/gateways/cryptomus/read-payment-services.ts'
import { type ObservedCall, findClock, findReach, slowestOf } from '#server/integrations/test-answers.ts'
import { testTls } from '#server/lib/http/outbound/check-tls.ts'
import { isPublicAddress, toLiteralAddress } from '#server/lib/http/outbound/allowed-addresses.ts'

import { findGatewayAccount, type Gateway } from './find-account.ts'

/** The currency and network of every invoice (cryptomus-client.ts). */
const CURRENCY = 'USDT'
const NETWORK = 'bsc'
/** Slower than this is reported, since customers wait for the call. */
const SLOW_MS = 3_000

/** Connection test: makes the calls a deposit relies on, without creating an invoice. */
export async function testGateway(ctx: Context, gateway: Gateway): Promise<ConnectionTestLine[]> {
  const account = await findGatewayAccount(ctx)
  if (account === undefined) return [toLine({ code: 'not_set_up' })]
  const seen: ObservedCall[] = []
  const tls = await testTls(account.url, account, ctx.clock())
  const answer = await readPaymentServices({
    ...account,
    observe: (call) => (one) => {
      seen.push(one)
      account.observe?.(call)(one)
    },
  })
  const reach = findReach(seen[0])
  if (reach.code !== 'reached') return [reach, ...tls].map(toLine)
  const milliseconds = slowestOf(seen)
  const found: Found[] = [
    reach,
    ...tls,
    ...findKeyAndWay(answer),
    findWebhook(ctx.config.publicUrl, gateway),
    findClock(seen, ctx.clock()),
    { code: milliseconds > SLOW_MS ? 'answers_slowly' : 'answers_in', details: { milliseconds } },
  ]
  return found.map(toLine)
}

function findKeyAndWay(answer: ServicesAnswer): Found[] {
  if (!answer.ok) {
    const { error, isKey } = answer
    return [{ code: isKey ? 'merchant_refused' : 'ways_not_read', details: { error } }]
  }
  const way = `${CURRENCY} (${NETWORK})`
  const open = answer.services.find(({ currency, network }) => currency === CURRENCY && network === NETWORK)
  if (open === undefined) return [{ code: 'key_good' }, { code: 'way_missing', details: { way } }]
  const { least, most } = open
  return [{ code: 'key_good' }, { code: 'way_good', details: { way, least, most } }]
}

/** Whether the gateway can send us webhooks; without them payments are found by polling, a little later. */
function findWebhook(publicUrl: string, gateway: Gateway): Found {
  const address = `${publicUrl}/api/payment/webhook/${gateway}`
  const url = URL.parse(address)
  const literal = toLiteralAddress(url?.hostname ?? '')
  const isPublic =
    url?.protocol === 'https:' &&
    !isLoopback(url.hostname) &&
    (literal === undefined || isPublicAddress(literal))
  return { code: isPublic ? 'webhook_good' : 'webhook_unreachable', details: { address } }
}
