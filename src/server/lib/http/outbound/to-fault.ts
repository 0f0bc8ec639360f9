import { sayDecoded } from '#contract/base/codes.ts'
import type { Fault } from '#contract/base/faults.ts'
import { faults as words } from '#contract/words/en/faults.ts'

import { AddressRefused } from './guarded-connector.ts'

/** By the error codes of the operating system and of undici. */
const codes = {
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_not_looked_up',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'not_connected',
  UND_ERR_CONNECT_TIMEOUT: 'not_connected',
  UND_ERR_SOCKET: 'connection_closed',
} as const

/** Why a connection failed. By code alone: an error's message may quote what was sent. */
export function toFault(error: unknown): Fault {
  return error instanceof AddressRefused
    ? { code: 'address_refused', details: {} }
    : toCodeFault(codeOf(error))
}

export function toCodeFault(code: string): Fault {
  const known = Object.entries(codes).find(([name]) => name === code)?.[1]
  if (known !== undefined) return { code: known, details: {} }
  return { code: 'connection_failed', details: { error_code: code.slice(0, 60) } }
}

/** Empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The fault in English, for logs. */
export function describeFault({ code, details }: Fault): string {
  return sayDecoded(words[code], details)
}
