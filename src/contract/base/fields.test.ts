import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { toFieldRefusals } from './field-codes.ts'
import { bigIdParam, email, nameLine, periodEnd, periodStart, writtenTime } from './fields.ts'
import { moneyCodec } from './money-codec.ts'

test.each([
  ['a@b.co', true],
  [' First.Last+tag@Sub.Example.museum ', true],
  ['ü@exämple.de', true],
  [`${'a'.repeat(246)}@b-c.de`, true],
  [`${'a'.repeat(248)}@b-c.de`, false],
  ['a@b', false],
  ['a@b.c', false],
  ['a@.b.co', false],
  ['a@b..co', false],
  ['a@b.co.', false],
  ['@b.co', false],
  ['a@', false],
  ['a b@c.de', false],
  ['a@b@c.de', false],
  ['a@b.de\u0007', false],
  ['<a@b.de>', false],
  ['a\u200B@b.de', false],
  ['\u202Eann@b.de', false],
  ['an\u00ADn@b.de', false],
  ['a\u3164@b.de', false],
  ['ａnn@b.de', false],
  ['ann＠b.de', false],
  ['\u0430nn@b.de', false],
  ['ann@b\u0430nk.de', false],
  ['\u0438\u0432\u0430\u043D@b.de', true],
  ['an.\u0438\u0432\u0430\u043D@b.de', true],
  ['ﬁ@b.de', false],
])('is %j an email: %s', (text, isOne) => {
  expect(z.safeDecode(email, text).success).toBe(isOne)
})

test.each(['a\u200B@b.de', 'ann＠b.de', '\u2066ann\u2069@b.de'])(
  "%j is distinguished from text that isn't an email",
  (text) => {
    const { error } = z.safeDecode(email, text)
    expect(toFieldRefusals(error?.issues ?? [])).toEqual({ body: { code: 'email_characters' } })
  },
)

test('an email is normalized', () => {
  expect(z.decode(email, 'U\u0308@b.de')).toBe('\u00FC@b.de')
})

test.each([
  ['\u202EAnn\u200B \u00ADLe\uFEFF', 'Ann Le'],
  ['A\uFE0F\u200DB', 'AB'],
  ['Likes 👨\u200D👩\u200D👧 ♥\uFE0F 1\uFE0F⃣', 'Likes 👨\u200D👩\u200D👧 ♥\uFE0F 1\uFE0F⃣'],
  ['🏳\uFE0F\u200D🌈', '🏳\uFE0F\u200D🌈'],
])('the name %j is stored as %j', (text, kept) => {
  expect(z.decode(nameLine({ max: 100, message: 'name_required' }), text)).toBe(kept)
})

test('a name without visible characters is refused', () => {
  const { error } = z.safeDecode(nameLine({ max: 100, message: 'name_required' }), '\u200B \u3164')
  expect(toFieldRefusals(error?.issues ?? [])).toEqual({ body: { code: 'name_required' } })
})

test.each([
  ['2026-02-28', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['2026-04-30T23:30+02:00', '2026-04-30T21:30:00.000Z', '2026-04-30T21:30:00.000Z'],
  ['9999-12-31', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:00-12:00', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00+14:00', '0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
  ['2026-02-29', undefined, undefined],
  ['2026-04-31T00:00:00Z', undefined, undefined],
  ['2026-02-30T00:00:00+02:00', undefined, undefined],
  ['2026-13-01', undefined, undefined],
])('a period from and to %j begins at %j and ends at %j', (text, from, to) => {
  expect(z.safeDecode(periodStart, text).data?.toISOString()).toBe(from)
  expect(z.safeDecode(periodEnd, text).data?.toISOString()).toBe(to)
})

test('a time that its zone moves past the year 9999 is the last valid one', () => {
  expect(z.decode(writtenTime, '9999-12-31T23:00-12:00').toISOString()).toBe('9999-12-31T23:59:59.999Z')
})

test.each(['2026-04-31T00:00:00Z', '2026-02-30T00:00:00+02:00', '2026-11-22'])('%j is no time', (text) => {
  expect(z.safeDecode(writtenTime, text).success).toBe(false)
})

test.each([
  ['9007199254740991', undefined],
  ['9007199254740992', 'too_big'],
  ['18446744073709551615', 'too_big'],
  ['1'.repeat(21), 'invalid_format'],
  ['1e3', 'invalid_format'],
])('the id %s is refused as %s: one matches nothing, the other is no id', (text, issue) => {
  expect(z.safeDecode(bigIdParam, text).error?.issues[0]?.code).toBe(issue)
})

test('an amount above the maximum is distinguished from one with too many decimals', () => {
  const refusalOf = (sent: number) =>
    toFieldRefusals(z.safeDecode(moneyCodec, sent).error?.issues ?? [])['body']?.code
  const sent = [9_999_999.99999999, 10_000_000, -10_000_000, 1e300, 0.000000001]
  expect(sent.map(refusalOf)).toEqual([undefined, 'too_large', 'too_large', 'too_large', 'amount_decimals'])
})
