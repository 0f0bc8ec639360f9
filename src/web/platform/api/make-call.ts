import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import type { Language } from '#contract/base/languages.ts'
import type { ShownProof } from '#contract/base/proof.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import { ApiError, toApiError, unreachable } from './api-error.ts'
import { isRetriable, retryDelay } from './retry.ts'

/** Sends a request to the API: `fetch` in the browser, an injection on the server. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** Characters. Browsers limit all pending keepalive requests together to 64 KiB. */
const keptAliveMax = 2_000

type Optional<T> = { [K in keyof T]?: T[K] | undefined }
type Given<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T }
type QueryGiven<T> = [T] extends [undefined] ? unknown : { query?: Optional<T> }
/** The arguments of a call: decoded values (Money, numbers, dates) of the endpoint's schemas. */
export type CallArgs<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  QueryGiven<QueryOf<E>> &
  Given<'body', BodyOf<E>> &
  (E['files'] extends object ? { files?: readonly File[] } : unknown)

export type CallOptions = {
  /** Names one intent of the user: a repeated key is the same order or payment, never a second one. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Sent in the body of a call that takes one (`proof` of the endpoint). */
  proof?: ShownProof
}

/** Asks for a proof of the session and repeats the refused call with it; rejects with the call's error if none is given. */
export type Prove = <T>(refused: ApiError, repeat: (proof: ShownProof) => Promise<T>) => Promise<T>

/** The arguments of `call` after the endpoint. */
export type CallRest<E extends Endpoint> =
  unknown extends CallArgs<E>
    ? [args?: undefined, options?: CallOptions]
    : [args: CallArgs<E>, options?: CallOptions]

export type Call = <E extends Endpoint>(endpoint: E, ...rest: CallRest<E>) => Promise<AnswerOf<E>>

/** The path and body of a request, independent of the order of the arguments' keys. */
export function requestOf(endpoint: Endpoint, args: LooseArgs): { path: string; body: unknown } {
  const body = endpoint.body === undefined ? undefined : z.encode(endpoint.body, args.body)
  return { path: pathOf(endpoint, args), body }
}

/**
 * Makes the function that calls the API. It throws `ApiError` for a status of 400 or above and for no response. Network
 * errors, time-outs, 429, 502, 503 and 504 are retried once after 2 s (spec §8), a 429 after its Retry-After, a POST
 * only if its idempotency key makes that safe. If the first response to a PUT or DELETE was lost and the retry gets 404
 * or 409, the change may have been made: the code is `unconfirmed`, which is not a failure. Messages are in the
 * reader's language, on the server in the page's. Calls refused for lack of a proof go to `prove`.
 */
export function makeCall(send: Send, languageOf: () => Language = readerLanguage, prove?: Prove): Call {
  const callOnce = makeCallOnce(send, languageOf)
  return async (endpoint, ...[args, options = {}]) => {
    try {
      return await callOnce(endpoint, args ?? {}, options)
    } catch (error) {
      if (prove === undefined || !(error instanceof ApiError) || error.code !== 'proof_required') throw error
      return prove(error, (proof) => callOnce(endpoint, args ?? {}, { ...options, proof }))
    }
  }
}

function makeCallOnce(send: Send, languageOf: () => Language) {
  return async <E extends Endpoint>(
    endpoint: E,
    args: LooseArgs,
    options: CallOptions,
  ): Promise<AnswerOf<E>> => {
    const path = pathOf(endpoint, args)
    const init = initOf(endpoint, args, options)
    const first = await attempt(send, path, init, options)
    const canRepeat = endpoint.method !== 'POST' || options.idempotencyKey !== undefined
    if (!canRepeat || !isRetriable(first) || options.signal?.aborted === true)
      return answerOf(endpoint, first, languageOf)
    await retryDelay(first)
    const second = await attempt(send, path, init, options)
    const mayBeDone = endpoint.method === 'PUT' || endpoint.method === 'DELETE'
    if (mayBeDone && (second?.status === 404 || second?.status === 409))
      throw new ApiError({
        status: second.status,
        code: 'unconfirmed',
        message: sayIn(languageOf(), commonText, 'unconfirmed'),
      })
    const isLost = first === undefined || first.status !== 429
    return answerOf(endpoint, second, languageOf).catch((error: unknown) => {
      if (error instanceof ApiError) error.mayBeDone = isLost
      throw error
    })
  }
}

async function attempt(
  send: Send,
  path: string,
  init: RequestInit,
  options: CallOptions,
): Promise<Response | undefined> {
  const timeout = AbortSignal.timeout(limits.requestTimeoutSeconds * 1000)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  try {
    return await send(path, { ...init, signal })
  } catch (error) {
    // The page no longer wants the answer: not a failure of the server.
    if (options.signal?.aborted === true) throw error
    return undefined
  }
}

async function answerOf<E extends Endpoint>(
  endpoint: E,
  response: Response | undefined,
  languageOf: () => Language,
): Promise<AnswerOf<E>> {
  if (response === undefined) throw unreachable(languageOf())
  if (!response.ok) throw await toApiError(response, languageOf())
  const { schema } = endpoint.answer
  // A 204 has no schema, and its AnswerOf is undefined.
  if (schema === undefined) return undefined as AnswerOf<E>
  const answer: unknown = await response.json().catch(() => undefined)
  const parsed = z.safeDecode(schema, answer)
  if (!parsed.success) throw new ApiError({ status: response.status, code: 'invalid_answer', answer })
  return parsed.data as AnswerOf<E> // decoded by the endpoint's own schema
}

/** The parts of any endpoint's call; each is encoded by the endpoint's own schema. */
type LooseArgs = { params?: unknown; query?: unknown; body?: unknown; files?: readonly File[] }

function pathOf(endpoint: Endpoint, { params, query }: LooseArgs): string {
  const values = encoded(endpoint.params, params)
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const search = new URLSearchParams()
  const schema = endpoint.query instanceof z.ZodMiniObject ? z.partial(endpoint.query) : endpoint.query
  for (const [name, value] of Object.entries(encoded(schema, withoutUndefined(query)))) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

function initOf(
  endpoint: Endpoint,
  { body, files = [] }: LooseArgs,
  { idempotencyKey, proof }: CallOptions,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  // Sent even if the user leaves or reloads the page immediately.
  const keepalive = endpoint.method === 'PUT' || endpoint.method === 'DELETE'
  if (endpoint.body === undefined && proof === undefined)
    return { method: endpoint.method, headers, keepalive }
  const encodedBody = endpoint.body === undefined ? {} : z.encode(endpoint.body, body)
  if (files.length > 0) return { method: endpoint.method, headers, body: toForm(encodedBody, files) }
  headers['content-type'] = 'application/json'
  const text = JSON.stringify(proof === undefined ? encodedBody : { ...Object(encodedBody), ...proof })
  return {
    method: endpoint.method,
    headers,
    body: text,
    keepalive: keepalive && text.length <= keptAliveMax,
  }
}

/** The browser sets the content type, which includes the boundary. */
function toForm(body: unknown, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(body)))
    if (value !== undefined) form.append(name, String(value))
  for (const file of files) form.append('attachments', file, file.name)
  return form
}

function encoded(schema: z.ZodMiniType | undefined, value: unknown): Record<string, unknown> {
  if (schema === undefined || value === undefined) return {}
  return z.encode(schema, value) as Record<string, unknown> // params and queries are objects in every endpoint
}

function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
}
