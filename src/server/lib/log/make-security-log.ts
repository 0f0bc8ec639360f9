import type { Logger } from 'pino'

/** Security events with level and message. docs/operating/security-log.md explains each. */
export const securityEvents = {
  signed_in: ['info', 'a user signed in'],
  second_factor_asked: ['info', 'the password was right, and a code is needed'],
  login_failed: ['warn', 'a sign-in failed'],
  password_refused: ['warn', 'a wrong password was entered for a proof'],
  second_factor_refused: ['warn', 'a two-factor code was wrong or used'],
  session_reused: ['warn', 'a renewed token was used again: its sign-in ended'],
  token_refused: ['warn', 'a token or a key was refused'],
  permission_refused: ['warn', 'a request was refused for lack of permission'],
  limit_reached: ['warn', 'a limit was reached'],
  password_changed: ['info', 'a password was changed'],
  second_factor_changed: ['info', 'two-factor authentication was changed'],
  api_key_changed: ['info', 'an API key was changed'],
  email_change_asked: ['info', 'an email change was requested'],
  email_change_canceled: ['warn', 'an email change was canceled with the link in its warning'],
  email_confirmed: ['info', 'an email was confirmed'],
  staff_acted: ['info', 'staff changed something'],
  webhook_refused: ['warn', 'a webhook was refused'],
} as const satisfies Record<string, readonly ['info' | 'warn', string]>

export type SecurityEvent = keyof typeof securityEvents

/** A user's id, never an email. `route` is the pattern, `code` an error code of the contract. */
export type SecurityFacts = {
  userId?: number | undefined
  address?: string | undefined
  code?: string | undefined
  route?: string | undefined
}

export type SecurityLog = {
  note(event: SecurityEvent, facts: SecurityFacts): void
  /** Whether the next event from this address would be written; saves the caller a query for its facts. */
  hasRoom(event: SecurityEvent, address: string): boolean
  /** Writes the counts of events that were not written. */
  stop(): void
}

/** Limits per kind of event and window, against floods. Events beyond them are only counted. */
const WINDOW_MS = 10_000
const LINES_MAX = 50
const LINES_OF_ADDRESS_MAX = 5
const ADDRESSES_MAX = 1_000

type Window = {
  lines: number
  byAddress: Map<string, number>
  /** Events without a line. */
  held: number
  end: NodeJS.Timeout
}

/** Writes events that matter when investigating an attack to the process's log. */
export function makeSecurityLog(log: Logger): SecurityLog {
  const windows = new Map<SecurityEvent, Window>()

  const open = (event: SecurityEvent): Window => {
    const end = setTimeout(() => close(event), WINDOW_MS).unref()
    const window = { lines: 0, byAddress: new Map<string, number>(), held: 0, end }
    windows.set(event, window)
    return window
  }
  const close = (event: SecurityEvent) => {
    const window = windows.get(event)
    windows.delete(event)
    clearTimeout(window?.end)
    if (window === undefined || window.held === 0) return
    const [level, sentence] = securityEvents[event]
    const { held, byAddress } = window
    const more = { held, addresses: byAddress.size, seconds: WINDOW_MS / 1000 }
    log[level]({ security: event, ...more }, `${sentence}, and more than is written line by line`)
  }
  const hasRoom = (event: SecurityEvent, address: string) => {
    const window = windows.get(event)
    if (window === undefined) return true
    return window.lines < LINES_MAX && (window.byAddress.get(address) ?? 0) < LINES_OF_ADDRESS_MAX
  }

  return {
    hasRoom,
    note(event, { userId, address = '', code, route }) {
      const isWritten = hasRoom(event, address)
      const window = windows.get(event) ?? open(event)
      const { byAddress } = window
      if (byAddress.has(address) || byAddress.size < ADDRESSES_MAX)
        byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      if (!isWritten) {
        window.held += 1
        return
      }
      window.lines += 1
      const [level, sentence] = securityEvents[event]
      log[level]({ security: event, user: userId ?? null, address, code, route }, sentence)
    },
    stop() {
      for (const event of windows.keys()) close(event)
    },
  }
}
