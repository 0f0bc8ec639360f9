import { setTimeout as sleep } from 'node:timers/promises'

export type Answer = {
  /** 0 if there was no answer: `why` has the error. */
  status: number
  body: Record<string, unknown>
  /** The answer if a list was requested. */
  list: Record<string, unknown>[]
  isReplayed: boolean
  /** When this attempt was made, by `performance.now`. */
  askedAt: number
  why: string
}

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string | undefined
  body?: unknown
  /** Instead of a body: fields and files. */
  form?: FormData
  /** Its Idempotency-Key. */
  key?: string
}

export type Caller = {
  url: string
  /** One attempt. */
  call: (call: Call) => Promise<Answer>
  /** Repeats the same call until it has a final answer; undefined if `giveUp` came first. */
  callUntilAnswered: (call: Call) => Promise<Answer | undefined>
}

/** Longer than any answer may take, including half-open connections: later counts as never. */
const TIMEOUT_MS = 50_000
const PAUSE_MS = 300

/** The product's HTTP interface, as used by any client. */
export function makeCaller(options: {
  url: string
  /** Ends the retries, not the attempt in progress. */
  giveUp: AbortSignal
  /** Called after each attempt with its duration in seconds. */
  onWaited: (seconds: number, path: string) => void
}): Caller {
  const { url, giveUp, onWaited } = options
  const call = async ({ method = 'GET', path, token, body, form, key }: Call): Promise<Answer> => {
    const askedAt = performance.now()
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: form }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      // A truncated answer counts as none.
      const answer: unknown = await response.json()
      const isReplayed = response.headers.has('idempotent-replayed')
      return {
        status: response.status,
        body: toRecord(answer),
        list: toList(answer),
        isReplayed,
        askedAt,
        why: '',
      }
    } catch (error) {
      return { status: 0, body: {}, list: [], isReplayed: false, askedAt, why: reasonOf(error) }
    } finally {
      onWaited((performance.now() - askedAt) / 1000, path)
    }
  }
  return {
    url,
    call,
    callUntilAnswered: async (asked) => {
      while (!giveUp.aborted) {
        const answer = await call(asked)
        if (isFinal(answer.status)) return answer
        await sleep(PAUSE_MS * (1 + Math.random()), undefined, { signal: giveUp }).catch(() => undefined)
      }
      return undefined
    },
  }
}

/** Below 500 the answer is final; after a 429 or a 5xx the client retries. */
function isFinal(status: number): boolean {
  return status >= 200 && status < 500 && status !== 429
}

export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function toList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(toRecord) : []
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
}
