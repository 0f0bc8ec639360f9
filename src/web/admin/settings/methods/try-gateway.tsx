import type { GatewayId } from '#contract/base/gateways/registry.ts'
import { checkGateway } from '#contract/payments/gateways.ts'
import type { Tried } from '#web/admin/settings/try-button.tsx'
import { call } from '#web/platform/api/call.ts'
import { GatewayFindings } from './gateway-findings.tsx'

/** The connection test of a gateway, for a `TryButton`. */
export async function tryGateway(gateway: GatewayId): Promise<Tried> {
  const { lines } = await call(checkGateway, { params: { gateway } })
  return { isGood: lines.every(({ state }) => state !== 'bad'), words: <GatewayFindings lines={lines} /> }
}
