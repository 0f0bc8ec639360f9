import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { makeCoalesce } from '#server/lib/limits/coalesce.ts'
import type { Events } from '#server/lib/events/events.ts'

import { type KeyHash, findLiveKeys, touchKeys } from './api-keys-queries.ts'
import { readKey } from './api-key.ts'
import { isFrom } from './allowed-addresses.ts'

/** Somebody's own program. It is a customer, whatever else its owner may do. */
export type KeyCaller = {
  readonly id: number
  readonly role: 'user'
  readonly permissions: null
  readonly sessionId: null
  readonly viewer?: undefined
}

/** From an Authorization header and an address to the caller; undefined where it holds no key. Throws `authentication_required`. */
export type AuthenticateKey = (
  authorization: string | undefined,
  address: string,
) => Promise<KeyCaller | undefined>

/** A key's state may be this old; news of its end arrives sooner. */
const REMEMBERED_MS = 1_000
const KEYS_REMEMBERED = 10_000

type Known = { caller: KeyCaller | undefined; allowed: readonly string[] }

export function makeAuthenticateKey({ pool, events }: { pool: Pool; events: Events }): AuthenticateKey {
  const known = new Map<string, Known & { until: number }>()
  let endings = 0
  const forget = () => {
    endings += 1
    known.clear()
  }
  events.on('api_access', forget)
  // Whoever is blocked has no key either.
  events.on('session', ({ sessionId }) => {
    if (sessionId === null) forget()
  })

  const read = makeCoalesce<KeyHash, Known>({
    max: 500,
    parallel: 2,
    run: async (asked) => {
      const rows = await findLiveKeys(pool, asked)
      const live = new Map(rows.map((row) => [row.at, row]))
      return asked.map((key, index) => {
        const row = live.get(index + 1)
        if (row === undefined) return { caller: undefined, allowed: [] }
        if (row.is_idle) touch(key).catch(() => undefined)
        const caller = { id: row.id, role: 'user', permissions: null, sessionId: null } as const
        return { caller, allowed: row.allowed_addresses ?? [] }
      })
    },
  })
  const touch = makeCoalesce<KeyHash, undefined>({
    max: 500,
    parallel: 1,
    run: async (used) => {
      await touchKeys(pool, used)
      return used.map(() => undefined)
    },
  })

  return async (authorization, address) => {
    const text = /^Bearer +(tr_\S+)$/i.exec(authorization ?? '')?.[1]
    if (text === undefined) return undefined
    const key = readKey(text)
    if (key === undefined) throw new AppError('authentication_required')
    const name = key.hash.toString('base64')
    let state = known.get(name)
    if (state === undefined || state.until <= performance.now()) {
      const endingsBefore = endings
      state = { ...(await read(key)), until: performance.now() + REMEMBERED_MS }
      // What was read before a key ended must not be remembered after it.
      if (endings === endingsBefore && state.caller !== undefined) {
        if (known.size >= KEYS_REMEMBERED) known.clear()
        known.set(name, state)
      }
    }
    if (state.caller === undefined || !isFrom(address, state.allowed))
      throw new AppError('authentication_required')
    return state.caller
  }
}
