import type { Fault } from '#contract/base/faults.ts'
import { type Money, toDecimal } from '#contract/base/money.ts'
import { type GuardedRequest, guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import type { Failed, GatewayAccount } from './gateway.ts'

const CONNECT_TIMEOUT_MS = 3_000
const TIMEOUT_MS = 7_000
const ANSWER_BYTES_MAX = 1_048_576

/** `answered` is any JSON object with a status; everything else is `failed`, which proves nothing. */
export type CallOutcome = { kind: 'answered'; httpStatus: number; body: Members } | Failed

export type Members = ReadonlyMap<string, unknown>

/** One call below the account's URL, without redirects or retries. `name` is for the metrics. */
export async function callGateway(
  account: GatewayAccount,
  { name, path, ...call }: Pick<GuardedRequest, 'method' | 'json' | 'form' | 'headers'> & Call,
): Promise<CallOutcome> {
  const outcome = await guardedFetch({
    ...call,
    url: `${account.url}${path}`,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    timeoutMs: TIMEOUT_MS,
    bytesMax: ANSWER_BYTES_MAX,
    observe: account.observe?.(name),
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
  })
  if (outcome.kind === 'not_sent') return { kind: 'failed', fault: outcome.fault, isUnsent: true }
  if (outcome.kind === 'unknown') return { kind: 'failed', fault: outcome.fault }
  return toOutcome(outcome.status, String(outcome.body))
}

type Call = { name: string; path: string }

function toOutcome(httpStatus: number, text: string): CallOutcome {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) {
    const isError = httpStatus >= 400
    return failed(isError ? { code: 'http_status', details: { http_status: httpStatus } } : 'not_json')
  }
  return { kind: 'answered', httpStatus, body: toMembers(value) }
}

type GatewayFault =
  | 'no_gateway_account'
  | 'no_list'
  | 'no_payment'
  | 'other_payment'
  | 'earlier_try'
  | 'keys_refused'
  | 'not_json'

export function failed(fault: Fault | GatewayFault): Failed {
  return { kind: 'failed', fault: typeof fault === 'string' ? { code: fault, details: {} } : fault }
}

/** An unsuccessful answer, with the gateway's message. */
export function refused(httpStatus: number, said: string): Failed {
  const error = said.trim().slice(0, 300)
  return failed(
    error === ''
      ? { code: 'http_status', details: { http_status: httpStatus } }
      : { code: 'said_with_status', details: { http_status: httpStatus, error } },
  )
}

/** Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Empty for anything but an object. */
export function toMembers(value: unknown): Members {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

export function toHttpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** From Unix seconds. */
export function toDate(seconds: unknown): Date | undefined {
  const at = Number(seconds)
  return Number.isFinite(at) && at > 0 && at < 1e11 ? new Date(at * 1000) : undefined
}

const MOSCOW_HOURS = 3

/** "2026-01-31 23:59:59" at UTC+3: several gateways' list filters use it without naming a time zone. */
export function toMoscowTime(at: Date): string {
  const local = new Date(at.getTime() + MOSCOW_HOURS * 3_600_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** "12.34". Deposits are whole cents (the contract refuses others), so cutting loses nothing. */
export function toCentsText(amount: Money): string {
  return toDecimal(amount).slice(0, -6)
}
