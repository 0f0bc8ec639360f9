import { expect, test } from 'vitest'

import { listCategories } from '#contract/catalogue/catalogue.ts'
import { listProviders } from '#contract/providers/providers.ts'

import { callWhole } from './call-whole.ts'
import type { Call } from './make-call.ts'

const rows = Array.from({ length: 450 }, (_, at) => ({ id: at + 1 }))

/** A server with 450 rows; `wrap` shapes its answers. */
function serving(wrap: (rows: { id: number }[], next: string | null) => unknown) {
  const asked: unknown[] = []
  const call = async (_endpoint: unknown, { query }: { query: { limit: number; cursor?: string } }) => {
    asked.push(query.cursor)
    const from = Number(query.cursor ?? 0)
    const page = rows.slice(from, from + query.limit)
    return wrap(page, from + page.length < rows.length ? String(page.at(-1)?.id) : null)
  }
  return { call: call as unknown as Call, asked }
}

test('a complete list is read page by page, by its cursor or its last id', async () => {
  const wrapped = serving((page, next) => ({ success: true, providers: page, next_cursor: next }))
  expect(await callWhole(wrapped.call, listProviders)).toMatchObject({ success: true, providers: rows })
  const bare = serving((page) => page)
  expect(await callWhole(bare.call, listCategories)).toEqual(rows)
  for (const { asked } of [wrapped, bare]) expect(asked).toEqual([undefined, '200', '400'])
})
