import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { loginBody, registerBody } from '#contract/users/auth.ts'
import { updateService } from '#contract/catalogue/admin-services.ts'
import { endpoints } from '#contract/endpoints.ts'
import { decodeRefusal, encodeRefusal, type FieldRefusal, toFieldRefusals } from './field-codes.ts'
import { money } from './money.ts'
import { updateProfile } from '#contract/users/users.ts'
import { fields } from '#contract/words/en/fields.ts'
import { sayField } from '#contract/words/say.ts'

type Check = { _zod: { def: { error?: (issue: object) => unknown; [bound: string]: unknown } } }

/** Messages of a schema and its checks, with the details of each check. */
function messagesIn(
  part: unknown,
  seen = new Set<unknown>(),
): [message: unknown, def: Check['_zod']['def']][] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  if (!('_zod' in part)) return Object.values(part).flatMap((one) => messagesIn(one, seen))
  const { def } = (part as Check)._zod // zod's own mark
  const own = typeof def.error === 'function' ? [[def.error({ code: 'custom' }), def] as const] : []
  const inner = Object.entries(def).flatMap(([name, one]) => {
    if (name === 'error') return []
    // An object's shape may be created on first use.
    return messagesIn(name === 'shape' ? { ...(one as object) } : one, seen)
  })
  return [...own.map(([message, its]) => [message, its] as [unknown, typeof its]), ...inner]
}

const said = endpoints.flatMap(({ name, endpoint }) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
    messagesIn(schema).map(([message, def]) => ({ name, message, def })),
  ),
)

test('every message of a schema is a code of the table, and its check provides the details of the code', () => {
  expect(said.length).toBeGreaterThan(80)
  const odd = said.filter(({ message, def: { maximum, minimum, value, params } }) => {
    const isWrapped = typeof message === 'object' && message !== null && 'message' in message
    const bounds = { max: maximum ?? value, min: minimum ?? value, ...(params as object | undefined) } // of a check
    return decodeRefusal({ ...bounds, code: isWrapped ? message.message : message }) === undefined
  })
  expect(odd.map(({ name, message }) => `${name}: ${JSON.stringify(message)}`)).toEqual([])
})

describe('refusals of a body', () => {
  const body = z.strictObject({
    name: z.string().check(z.maxLength(3, 'too_long')),
    count: z.int(),
    size: z.number().check(z.minimum(2)),
  })
  const refusalsOf = (sent: unknown) => {
    const read = z.safeDecode(body, sent as z.input<typeof body>, { reportInput: true })
    return toFieldRefusals(read.error?.issues ?? [])
  }

  test('are listed field by field, the first fault of each, with its details', () => {
    expect(refusalsOf({ name: 'long', count: 'x', size: 1, more: 1, toString: 1 })).toEqual({
      name: { code: 'too_long', max: 3 },
      count: { code: 'number_required' },
      size: { code: 'too_small' },
      more: { code: 'unknown_field' },
      toString: { code: 'unknown_field' },
    })
    expect(refusalsOf({ name: 'a', size: 2 })).toEqual({ count: { code: 'required' } })
    expect(refusalsOf(7)).toEqual({ body: { code: 'wrong_type' } })
  })

  test('a missing field uses its own sentence, and a wrong type uses that of the type', () => {
    const codesOf = (schema: z.ZodMiniType, sent: unknown) => {
      const { error } = z.safeDecode(schema, sent, { reportInput: true })
      const refusals = Object.entries(toFieldRefusals(error?.issues ?? []))
      return Object.fromEntries(refusals.map(([field, { code }]) => [field, code]))
    }
    expect(codesOf(loginBody, {})).toEqual({
      email: 'credentials_required',
      password: 'credentials_required',
    })
    expect(codesOf(loginBody, { email: 7, password: null })).toEqual({
      email: 'wrong_type',
      password: 'wrong_type',
    })
    expect(codesOf(registerBody, { password: 'long enough' })).toEqual({
      name: 'name_required',
      email: 'email_required',
    })
    expect(codesOf(updateProfile.body, {})).toEqual({ name: 'name_required', email: 'email_required' })
  })

  test('a service without a price is incomplete, and one with too many decimals is explained', () => {
    const codeOf = (rate: number) => {
      const { error } = z.safeDecode(updateService.body, { rate })
      return toFieldRefusals(error?.issues ?? [])['rate']?.code
    }
    expect([0, -1, 0.00001, 0.0001].map(codeOf)).toEqual([
      'service_incomplete',
      'service_incomplete',
      'rate_invalid',
      undefined,
    ])
  })

  test("a message that isn't a code is never shown", () => {
    const issue = { code: 'custom' as const, message: 'oops', path: ['a'], input: 1 }
    expect(toFieldRefusals([issue])).toEqual({ a: { code: 'not_valid' } })
    // A code whose check does not provide its details.
    expect(toFieldRefusals([{ ...issue, message: 'quantity_range' }])).toEqual({ a: { code: 'not_valid' } })
  })
})

test('codes are plain JSON, survive a round trip, and make the same sentence', () => {
  const refusals: FieldRefusal[] = [
    { code: 'link_required' },
    { code: 'quantity_range', min: 100, max: 10_000 },
    { code: 'amount_range', min: money(100_000_000n), max: money(1_000_000_000_000n) },
    { code: 'detail_required', detail: 'comments' },
  ]
  const sent: unknown = JSON.parse(JSON.stringify(refusals.map(encodeRefusal)))
  expect(sent).toEqual([
    { code: 'link_required' },
    { code: 'quantity_range', min: 100, max: 10_000 },
    { code: 'amount_range', min: 1, max: 10_000 },
    { code: 'detail_required', detail: 'comments' },
  ])
  expect((sent as unknown[]).map(decodeRefusal)).toEqual(refusals)
  expect(refusals.map((one) => sayField(fields, one))).toEqual([
    'Please enter a link',
    'Quantity must be between 100 and 10000',
    'Amount must be between $1.00 and $10,000.00',
    'Please fill in: Comments, one per line',
  ])
})
