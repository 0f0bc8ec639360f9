import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Context } from '#server/context.ts'

type Proving = Pick<Context, 'secrets' | 'clock'>

const VALID_SECONDS = 60

/** Lets only this installation call its own probe, for a minute. */
export function makeProbeToken({ secrets, clock }: Proving): string {
  const until = Math.floor(clock().getTime() / 1000) + VALID_SECONDS
  return `${until}-${proofOf(secrets.signingKey, until)}`
}

export function isProbeToken({ secrets, clock }: Proving, token: string): boolean {
  const [, until = '', proof] = /^(\d{1,12})-([0-9a-f]{64})$/.exec(token) ?? []
  if (proof === undefined) return false
  const expected = proofOf(secrets.signingKey, Number(until))
  return (
    timingSafeEqual(Buffer.from(proof), Buffer.from(expected)) && Number(until) * 1000 > clock().getTime()
  )
}

function proofOf(key: Buffer, until: number): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['probe', until]))
    .digest('hex')
}
