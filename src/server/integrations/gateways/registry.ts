import type { GatewayId } from '#contract/base/gateways/registry.ts'

import { btcpay } from './btcpay/btcpay.ts'
import { cryptomus, heleket } from './cryptomus/cryptomus.ts'
import type { Gateway } from './gateway.ts'
import { payeer } from './payeer/payeer.ts'
import { stripe } from './stripe/stripe.ts'

export type Gateways = ReadonlyMap<string, Gateway>

const registry: Readonly<Record<GatewayId, Gateway>> = { cryptomus, heleket, payeer, stripe, btcpay }

/** Every gateway by its id. */
export const gateways: Gateways = new Map(Object.entries(registry))
