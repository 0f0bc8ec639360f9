import type { AnswerOf, Endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'

import type { Call, CallOptions } from './make-call.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }
type Row = { readonly id: number }

/** Fetches a whole list in pages of the largest size; returns the last answer with the rows of all. */
export async function callWhole<E extends Endpoint>(
  call: Call,
  endpoint: E,
  options?: CallOptions,
): Promise<AnswerOf<E>> {
  // Only for endpoints that take `limit` and `cursor`; others answer 400.
  const ask = call as unknown as (
    endpoint: Endpoint,
    args: { query: Page },
    options?: CallOptions,
  ) => Promise<unknown>
  const whole: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await ask(endpoint, { query: { limit: limits.pageSizeMax, cursor } }, options)
    const rows = rowsOf(answer)
    whole.push(...rows)
    cursor = nextOf(answer, rows)
    if (cursor === undefined) return withRows(answer, whole) as AnswerOf<E> // the last answer, with the rows of all pages
  }
}

function rowsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  return Object.values(answer as object).find((member) => Array.isArray(member)) ?? []
}

/** For a bare array the cursor is the last row's id; a page that is not full is the last one. */
function nextOf(answer: unknown, rows: readonly unknown[]): string | undefined {
  if (!Array.isArray(answer)) return (answer as { next_cursor: string | null }).next_cursor ?? undefined
  return rows.length < limits.pageSizeMax ? undefined : String((rows.at(-1) as Row).id)
}

function withRows(answer: unknown, whole: readonly unknown[]): unknown {
  if (Array.isArray(answer)) return whole
  const [name] = Object.entries(answer as object).find(([, member]) => Array.isArray(member)) ?? []
  return { ...(answer as object), ...(name !== undefined && { [name]: whole }) }
}
