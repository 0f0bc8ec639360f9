import type { AnswerOf, Endpoint } from '#contract/base/endpoint.ts'
import { call } from '#web/platform/api/call.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import { report } from '#web/platform/api/report.ts'
import { type CallOptions, type CallRest, requestOf } from '#web/platform/api/make-call.ts'

/** One call of a query: the endpoint's name, path and body as sent. */
type Part = readonly [name: string, path: string, body?: unknown]

/** What to fetch, and its cache key: derived from the calls, so that keys are never written by hand. */
export type Query<T> = {
  queryKey: readonly Part[]
  queryFn: (options: { signal: AbortSignal }) => Promise<T>
}

/** `queryOf(getOrder, { params: { id } })`: the query of what `call` answers to the same arguments. */
export function queryOf<E extends Endpoint>(endpoint: E, ...[args]: CallRest<E>): Query<AnswerOf<E>> {
  // The arguments are those of this endpoint: `CallRest` has checked them.
  const ask = call as unknown as (endpoint: E, args: unknown, options: CallOptions) => Promise<AnswerOf<E>>
  return {
    queryKey: [partOf(endpoint, args)],
    queryFn: ({ signal }) => ask(endpoint, args, { signal }),
  }
}

/** A whole list: see `callWhole`. */
export function wholeOf<E extends Endpoint>(endpoint: E): Query<AnswerOf<E>> {
  return {
    queryKey: [partOf(endpoint)],
    queryFn: ({ signal }) => callWhole(call, endpoint, { signal }),
  }
}

/** Undefined where the reader lacks the permission: left out. */
type Asked = Readonly<Record<string, Query<unknown> | undefined>>
type AnswerIn<Q> = Q extends Query<infer T> ? T : undefined
type Answers<Q extends Asked> = { [Name in keyof Q]: AnswerIn<Q[Name]> }

/** Combines the answers of several calls; calls that depend on an answer are made in `join`. */
export function joined<const Q extends Asked, T>(
  queries: Q,
  join: (answers: Answers<Q>, options: { signal: AbortSignal }) => T | Promise<T>,
): Query<T> {
  const asked = Object.entries(queries)
  return {
    queryKey: asked.flatMap(([, query]) => query?.queryKey ?? []),
    async queryFn(options) {
      const answers = await Promise.all(
        asked.map(async ([name, query]) => [name, await query?.queryFn(options)]),
      )
      return join(Object.fromEntries(answers) as Answers<Q>, options) // the answer of each query, under its name
    },
  }
}

/** For data that a page can do without: a failure is only logged (spec §8). */
export function logged<T>(query: Query<T>): Query<T> {
  return {
    ...query,
    queryFn: (options) =>
      query.queryFn(options).catch((error: unknown) => {
        if (!options.signal.aborted) report(error)
        throw error
      }),
  }
}

/** Whether a query makes this call, with any arguments. */
export function makesCall(queryKey: readonly unknown[], endpoint: Endpoint): boolean {
  return queryKey.some((part) => Array.isArray(part) && part[0] === nameOf(endpoint))
}

function partOf(endpoint: Endpoint, args?: unknown): Part {
  const { path, body } = requestOf(endpoint, args ?? {})
  return body === undefined ? [nameOf(endpoint), path] : [nameOf(endpoint), path, body]
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
