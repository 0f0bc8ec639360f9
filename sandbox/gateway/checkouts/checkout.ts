import { randomBytes } from 'node:crypto'

/** The gateways, besides the first one, whose protocols the sandbox implements. */
export const wires = ['payeer', 'stripe', 'btcpay'] as const
export type Wire = (typeof wires)[number]

export type Payment = {
  /** The gateway's own id. */
  id: string
  /** In units of 0.00000001. */
  amount: bigint
  currency: string
  at: number
}

/**
 * What a customer pays: one state for all protocols, which each shows in its own format. `dispute`: only `withdrawn`
 * and `lost` have taken money.
 */
export type Checkout = {
  wire: Wire
  id: string
  /** The shop's own id. */
  reference: string
  amount: bigint
  currency: string
  createdAt: number
  expiresAt: number | null
  successUrl: string | null
  returnUrl: string | null
  /** Fields of the opening call that are returned later. */
  fields: Readonly<Record<string, string>>
  payments: readonly Payment[]
  /** A payment by a slow method is in progress, or has failed. */
  slow: 'none' | 'running' | 'failed'
  isClosed: boolean
  refunded: bigint
  dispute: 'none' | 'inquiry' | 'withdrawn' | 'reinstated' | 'lost'
}

export function receivedOf({ payments }: Checkout): bigint {
  return payments.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Like `cs_test_…`: a prefix and random characters. */
export function makeId(prefix: string): string {
  return prefix + randomBytes(16).toString('hex')
}
