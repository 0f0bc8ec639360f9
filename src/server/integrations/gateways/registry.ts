import type { GatewayId } from '#contract/base/gateways/registry.ts'

import { cryptomus, heleket } from './cryptomus/cryptomus.ts'
import type { Gateway } from './gateway.ts'

export type Gateways = ReadonlyMap<string, Gateway>

const registry: Readonly<Record<GatewayId, Gateway>> = { cryptomus, heleket }

/** Every gateway by its id. */
export const gateways: Gateways = new Map(Object.entries(registry))
