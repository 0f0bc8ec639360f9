import { toLine } from '#contract/words/connection-test-lines.ts'
import type { ConnectionTestLine, Found } from '#contract/base/connection-test.ts'
import { isLoopback } from '#server/boot/config-addresses.ts'
import type { Context } from '#server/context.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'
import { type ObservedCall, findClock, findReach, slowestOf } from '#server/integrations/test-answers.ts'
import { testTls } from '#server/lib/http/outbound/check-tls.ts'
import { isPublicAddress, toLiteralAddress } from '#server/lib/http/outbound/allowed-addresses.ts'

import { findGatewayAccount } from './find-account.ts'

/** Slower than this is reported, since customers wait for the call. */
const SLOW_MS = 3_000

/** Connection test: makes the calls a deposit relies on, without creating an invoice. */
export async function testGateway(ctx: Context, gateway: Gateway): Promise<ConnectionTestLine[]> {
  const account = await findGatewayAccount(ctx, gateway)
  if (account === undefined) return [toLine({ code: 'not_set_up' })]
  const seen: ObservedCall[] = []
  const tls = await testTls(account.url, account, ctx.clock())
  const own = await gateway.testAccount({
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
    ...own,
    findWebhook(ctx.config.publicUrl, gateway.data.id),
    findClock(seen, ctx.clock()),
    { code: milliseconds > SLOW_MS ? 'answers_slowly' : 'answers_in', details: { milliseconds } },
  ]
  return found.map(toLine)
}

/** Whether the gateway can send us webhooks; without them payments are found by polling, a little later. */
function findWebhook(publicUrl: string, gateway: string): Found {
  const address = `${publicUrl}/api/payment/webhook/${gateway}`
  const url = URL.parse(address)
  const literal = toLiteralAddress(url?.hostname ?? '')
  const isPublic =
    url?.protocol === 'https:' &&
    !isLoopback(url.hostname) &&
    (literal === undefined || isPublicAddress(literal))
  return { code: isPublic ? 'webhook_good' : 'webhook_unreachable', details: { address } }
}
