import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { errorsOf, notFoundBy } from '#contract/base/endpoint-errors.ts'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { resellerCall } from '#contract/reseller/reseller-call.ts'

import { auditMoney } from './audit.ts'
import { type EveryCall, expectRefusal, makeEveryCall, namedEndpoints, type Sent } from './every-call.ts'
import { makeService, signIn, type TestUser } from './factories.ts'

let calls: EveryCall

beforeAll(async () => {
  calls = await makeEveryCall()
})
afterAll(() => calls.app.drop())

const oddTexts = [
  '0',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  'abc',
  "'",
  '%00',
  '%F0%9F%92%A9',
  '..%2f..',
  '%ED%A0%80',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(40),
]
/** Too deep for recursion. */
const deep = '['.repeat(20_000) + ']'.repeat(20_000)
/** As they are in JSON. */
const oddValues = [
  'null',
  '""',
  String.raw`"\u0000"`,
  String.raw`"\ud800"`,
  '"abc"',
  '[]',
  '{}',
  '{"toString":1}',
  '[[]]',
  'true',
  '0',
  '-1',
  '1.5',
  '1e309',
  '-1e309',
  '1e-9',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
]
const oddBodies = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  'NaN',
  '{"a":NaN}',
  '{"__proto__":{}}',
  '{"extra":1}',
  '{"extra":{"toString":1}}',
  `{"extra":${deep}}`,
  '[{}]',
]

/**
 * The refusals of one call before its own code ran, by a member's rule that other calls may share, such as `limit`.
 * Such a rule is applied in one place, so testing it once is enough.
 */
const refusedUnread = new Set<string>()

describe('odd input', () => {
  // Endpoints in another API's format have tests of their own.
  const inOneForm = namedEndpoints.filter(
    ([name, { envelope }]) => envelope === undefined || name === 'resellerCall',
  )
  test.each(inOneForm)('%s: is refused in one form, with a code of the contract', async (name, endpoint) => {
    const codes = new Set<string>(errorsOf(endpoint))
    const outside: [code: string, sent: Sent][] = []
    const { id } = callerOf(endpoint)
    // A fresh token: the call may end its session.
    const token = await signIn(calls.app.ctx, id)
    for (const { same, ...sent } of oddCalls(name, endpoint)) {
      if (same !== undefined && refusedUnread.has(same)) continue
      const answer = await calls.send(endpoint, { ...sent, token })
      if (answer.status < 400) continue
      const { code } = answer.json
      if (!codes.has(code) || code === 'internal_error') outside.push([code, sent])
      expectRefusal(answer)
      if (same !== undefined) refusedUnread.add(same)
    }
    expect(outside).toEqual([])
  })

  test('a missing field and one of another type are told apart', async () => {
    const { amount, ...others } = calls.bodies['createPayment'] ?? {}
    const fieldOf = async (body: unknown) =>
      (await calls.send(createPayment, { token: calls.owner.token, body })).json.fields.amount
    expect(await fieldOf(others)).toBe('This field is required')
    expect(await fieldOf({ ...others, amount: String(amount) })).toBe('Please enter a number')
    expect(await fieldOf({ ...others, amount: {} })).toBe('Please enter a number')
    expect(await fieldOf('{"payment_method":"cryptomus","amount":1e309}')).toBe(
      'This value has the wrong type',
    )
  })

  test('texts that PostgreSQL cannot store are refused, in orders of lists too', async () => {
    const service = await makeService(calls.app.ctx, { type: 'Custom Comments', min: 1 })
    const order = { service_id: service.id, link: 'https://example.com/b' }
    for (const comments of ['one\u0000', 'one\ud800'])
      expect(
        (await calls.send(createOrder, { token: calls.owner.token, body: { ...order, comments } })).status,
      ).toBe(422)
    const body = { ...order, comments: 'one\r\ntwo 💩\t' }
    expect((await calls.send(createOrder, { token: calls.owner.token, body })).status).toBe(201)
  })

  test('a body with more members than any call accepts is refused unread; a long text is read, whatever it contains', async () => {
    const { token } = calls.owner
    const members = Array.from({ length: 30_000 }, (_, n) => `"member${n}" : 1`)
    const many = await calls.send(createOrder, { token, body: `{${members.join(',')}}` })
    expect([many.status, many.json.code]).toEqual([413, 'payload_too_large'])
    expectRefusal(many)
    const talk = {
      service_id: 987_654_321,
      link: 'https://example.com/c',
      comments: 'He said: ":)"\n'.repeat(14_000),
    }
    expect((await calls.send(createOrder, { token, body: talk })).json.code).toBe('service_not_found')
  })

  test('a reseller API without a key answers whatever the body holds', async () => {
    for (const value of ['{"toString":1}', deep])
      for (const [body, error] of [
        [`{"x":${value}}`, 'Invalid API key'],
        [`{"key":${value}}`, 'Invalid API key'],
      ]) {
        const { status, text } = await calls.send(resellerCall, { body })
        expect([status, text]).toEqual([200, JSON.stringify({ error })])
      }
  })

  test('has moved no money that the ledger does not know of', async () => {
    await expect(auditMoney(calls.app.ctx)).resolves.toBeUndefined()
  })
})

/** With `needs`, staff too make it for a customer, and like any account for themselves. */
function callerOf({ access, needs }: Endpoint): TestUser {
  return access === 'admin' || needs !== undefined ? calls.admin : calls.stranger
}

/** `same` is what the call shares with others that refuse it before their own code. */
type OddCall = Sent & { same?: string | undefined }

function* oddCalls(name: string, endpoint: Endpoint): Generator<OddCall> {
  const body = calls.bodies[name]
  const [first] = rulesOf(endpoint.params)
  if (first !== undefined)
    for (const param of oddTexts) {
      const [key, rule] = first
      const refusal = refusalOf(endpoint.params, key, () => ({ [key]: decodeURIComponent(param) }))
      yield { param, body, same: refusal && `/${rule} ${notFoundBy(endpoint)} ${refusal}` }
    }
  for (const [key, rule] of rulesOf(endpoint.query)) {
    for (const text of oddTexts) {
      const refusal = refusalOf(endpoint.query, key, () => ({ [key]: decodeURIComponent(text) }))
      yield { query: `${key}=${text}`, body, same: refusal && `?${rule} ${refusal}` }
    }
    // A repeated parameter counts once, whatever its values.
    yield { query: `${key}=1&${key}=abc`, body }
  }
  yield { query: '__proto__=1&constructor=2&%00=3', body }
  if (endpoint.body === undefined) return
  for (const text of oddBodies) {
    const refusal = isJson(text) ? refusalOfWhole(endpoint.body, JSON.parse(text)) : 'no JSON'
    yield { body: text, same: refusal && `${endpoint.input} ${endpoint.envelope} ${text} ${refusal}` }
  }
  for (const [key, rule] of rulesOf(endpoint.body)) {
    const { [key]: _, ...others } = body ?? {}
    const before = `${JSON.stringify(others).slice(0, -1)}${Object.keys(others).length > 0 ? ',' : ''}`
    for (const value of oddValues) {
      const text = `${before}"${key}":${value}}`
      const refusal = refusalOf(endpoint.body, key, () => JSON.parse(text))
      yield { body: text, same: refusal && `{${rule} ${refusal}` }
    }
  }
}

/** The members of a query or body, each with its validation rule. */
function rulesOf(schema: Endpoint['body']): [key: string, rule: string][] {
  if (schema === undefined) return []
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties ?? {}).map(([key, rule]) => [key, `${key} ${JSON.stringify(rule)}`])
}

/** The contract's own refusal of this member; undefined if it accepts or can't decode it. */
function refusalOf(schema: Endpoint['body'], key: string, read: () => unknown): string | undefined {
  try {
    const { error } = z.safeDecode(schema ?? z.never(), read() as never, { reportInput: true }) // any value, to be refused
    const own = error?.issues.filter(({ path }) => path[0] === key) ?? []
    return own.length === 0 ? undefined : JSON.stringify(toFieldRefusals(own), exactly)
  } catch {
    return undefined
  }
}

/** How the contract refuses a body that is of another kind altogether; undefined if it reads its members. */
function refusalOfWhole(schema: Endpoint['body'], body: unknown): string | undefined {
  const { error } = z.safeDecode(schema ?? z.never(), body as never) // any value, to be refused
  if (error === undefined || error.issues.some(({ path }) => path.length > 0)) return undefined
  return JSON.stringify(error.issues, exactly)
}

const exactly = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
