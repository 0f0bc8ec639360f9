import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'

import { type EveryCall, makeEveryCall, membersOf, namedEndpoints } from './every-call.ts'
import { signIn } from './factories.ts'
import { type ProductProcess, startProduct } from './start-product.ts'

/** Requests may not block others (docs/security.md). */
const HELD_MS_MAX = 100
const TRIES = 3

let calls: EveryCall
/** In a separate process: in this one, the client would be measured as well. */
let product: ProductProcess

beforeAll(async () => {
  calls = await makeEveryCall()
  const { databaseUrl = '', dataDir, secretKey } = calls.app.ctx.config
  product = await startProduct('web', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
  })
})
afterAll(async () => {
  await product.kill()
  await calls.app.drop()
})

type Hostile = { what: string; query?: string; body?: string }

test('no request of up to a megabyte blocks the event loop for longer than 100 ms, on any call', async () => {
  const held: string[] = []
  for (const [name, endpoint] of namedEndpoints) {
    if (endpoint.answer.type === 'text/event-stream') continue
    const caller = endpoint.access === 'admin' ? calls.admin : calls.stranger
    // A fresh token each time: the call may end its session.
    const token = await signIn(calls.app.ctx, caller.id)
    for (const hostile of hostileCalls(name, endpoint)) {
      const millis = await measure(endpoint, token, hostile)
      if (millis !== undefined) held.push(`${name}, ${hostile.what}: ${millis.toFixed(0)} ms`)
    }
  }
  expect(held).toEqual([])
}, 300_000)

/** Undefined if it was short in one of three tries, since any may include a garbage collection. */
async function measure(
  endpoint: Endpoint,
  token: string,
  { query, body }: Hostile,
): Promise<number | undefined> {
  let shortest = Infinity
  for (let tried = 0; tried < TRIES; tried += 1) {
    await product.longestTurnMs()
    // odd-input tests the answers; this test only the cost.
    await calls.send(endpoint, {
      at: product.url,
      token,
      ...(query !== undefined && { query }),
      ...(body !== undefined && { body }),
    })
    shortest = Math.min(shortest, await product.longestTurnMs())
    if (shortest <= HELD_MS_MAX) return undefined
    // A slower machine takes longer for everything.
    if (shortest <= HELD_MS_MAX * (await product.slowness())) return undefined
  }
  return shortest
}

function* hostileCalls(name: string, endpoint: Endpoint): Generator<Hostile> {
  const asked = membersOf(endpoint.query)
  if (asked.length > 0) {
    const long = 'a+1%25_'.repeat(14_000 / 7 / asked.length)
    yield { what: 'long texts in its address', query: asked.map((key) => `${key}=${long}`).join('&') }
  }
  if (endpoint.body === undefined) return
  const bytes = Math.min(endpoint.bodyBytes ?? limits.bodyBytes, limits.bodyBytes)
  // An id that the user has no access to would be refused early.
  const members = membersOf(endpoint.body).filter((key) => !/^user_?id$/i.test(key))
  const known = calls.bodies[name] ?? {}
  /** All members share the maximum size. */
  const filled = (make: (key: string, bytes: number) => string) => {
    const share = Math.floor((bytes - 2) / Math.max(1, members.length))
    return `{${members.map((key) => `"${key}":${make(key, share - key.length - 8)}`).join(',')}}`
  }
  // Other types are refused early, which costs nothing.
  const texts = textsOf(endpoint.body)
  yield {
    what: 'lines, and lists of what it takes',
    body: filled((key, most) =>
      texts.has(key)
        ? `"${String.raw`a@a.\n`.repeat(most / 6)}"`
        : `[${fill(most - 2, () => JSON.stringify([known[key]].flat()[0] ?? {}))}]`,
    ),
  }
  // JSON parsing is the same for all: the remaining bodies are sent to one call only.
  if (name !== 'createOrder') return
  yield { what: 'a deep body', body: '['.repeat(bytes / 2) + ']'.repeat(bytes / 2) }
  yield { what: 'many members', body: `{${fill(bytes - 2, (n) => `"m${n}":1`)}}` }
  yield { what: 'a long number', body: `{"quantity":${'9'.repeat(bytes - 40)}}` }
  yield { what: 'blanks', body: filled((_key, most) => `"${' '.repeat(most)}"`) }
  yield {
    what: 'many texts in its address',
    query: Array.from({ length: 1_500 }, (_, n) => `q${n}=1`).join('&'),
  }
}

/** The members that accept text. */
function textsOf(schema: Endpoint['body']): Set<string> {
  const { properties = {} } = z.toJSONSchema(schema ?? z.object({}), { io: 'input', unrepresentable: 'any' })
  const isText = (rule: unknown): boolean => {
    const { type, anyOf } = Object(rule)
    return type === 'string' || (Array.isArray(anyOf) && anyOf.some(isText))
  }
  return new Set(Object.keys(properties).filter((key) => isText(properties[key])))
}

/** Comma-separated items, of this many bytes in total. */
function fill(bytes: number, make: (n: number) => string): string {
  const items: string[] = []
  let used = 0
  for (let n = 0; ; n += 1) {
    const item = make(n)
    used += item.length + 1
    if (used > bytes) return items.join(',')
    items.push(item)
  }
}
