import { Negotiator } from '@fastify/accept-negotiator'

import type { Encoding } from '#server/lib/compression/compress.ts'

/** The better one first: it is taken where a client likes both alike. */
const supported = ['br', 'gzip'] satisfies Encoding[]
const negotiator = new Negotiator({ supportedValues: supported })

/** The one of the two that a client likes best; undefined when it takes neither. */
export function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const picked = negotiator.negotiate(String(header ?? '').toLowerCase())
  return supported.find((encoding) => encoding === picked)
}
