import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cutRows } from './cut-rows.ts'
import { toPanelUrl } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import { readCancel } from './read-cancel.ts'
import { readError } from './read-error.ts'
import { readBody } from './read-json.ts'
import { readRefill, readRefillState } from './read-refill.ts'
import { readEntries, readOrder } from './read-status.ts'

const said = (error: string) => ({ code: 'said', details: { error } }) as const

test('errors of a whole call are distinguished from errors of one id', () => {
  expect(readAnswer({ status: 200, body: '{"error":"Invalid API key"}' }, 'k')).toMatchObject({
    ok: false,
    isDown: false,
  })
  expect(readAnswer({ status: 200, body: '"Invalid API key"' }, 'k')).toMatchObject({
    ok: false,
    isDown: false,
  })
  expect(readAnswer({ status: 200, body: '{"1":{"error":"Incorrect order ID"}}' }, 'k')).toMatchObject({
    ok: true,
  })
  expect(readAnswer({ status: 502, body: '<html>' }, 'k')).toMatchObject({ ok: false, isDown: true })
  expect(readAnswer({ status: 200, body: '' }, 'k')).toMatchObject({ ok: false, isDown: true })
  expect(readAnswer({ status: 302, body: '' }, 'k')).toMatchObject({ ok: false })
})

test('refills and cancels are read in every shape', () => {
  expect(readRefill({ status: 200, body: '{"refill":"1"}' }, 'k')).toEqual({ kind: 'accepted', refill: '1' })
  expect(readRefill({ status: 200, body: '[{"order":1,"refill":7}]' }, 'k')).toEqual({
    kind: 'accepted',
    refill: '7',
  })
  expect(readRefill({ status: 200, body: '{"refill":{"error":"Incorrect order ID"}}' }, 'k')).toEqual({
    kind: 'rejected',
    fault: said('Incorrect order ID'),
  })
  expect(readRefill({ status: 200, body: '{"error":"no"}' }, 'k')).toEqual({
    kind: 'rejected',
    fault: said('no'),
  })
  expect(readRefill({ status: 500, body: '{"error":"no"}' }, 'k')).toMatchObject({ kind: 'unknown' })
  expect(readRefill({ status: 200, body: '<html>' }, 'k')).toMatchObject({ kind: 'unknown' })
  expect(readRefillState({ refill: 1, status: 'In progress' }, '')).toEqual({
    state: 'pending',
    raw: 'In progress',
  })
  expect(readRefillState({ refill: 1, status: { error: 'Refill not found' } }, '')).toEqual({
    fault: said('Refill not found'),
  })
  expect(readRefillState({ refill: 1, status: 'Odd' }, '')).toEqual({ state: undefined, raw: 'Odd' })
  expect(readCancel({ order: 2, cancel: 1 })).toEqual({ kind: 'asked' })
  expect(readCancel({ order: 9, cancel: { error: 'Incorrect order ID' } })).toEqual({
    kind: 'refused',
  })
  expect(readCancel('Incorrect order ID')).toEqual({ kind: 'refused' })
})

test('an origin alone means its /api/v2, anything longer is used as typed', () => {
  expect(toPanelUrl('https://panel.example')).toBe('https://panel.example/api/v2')
  expect(toPanelUrl('https://panel.example/')).toBe('https://panel.example/api/v2')
  expect(toPanelUrl('https://panel.example/x/api.php?a=1')).toBe('https://panel.example/x/api.php?a=1')
})

test('no answer crashes a parser', () => {
  const parsers = (body: string) => {
    const { value } = readBody(body)
    readAnswer({ status: 200, body }, 'secret-key')
    readRefill({ status: 200, body }, 'secret-key')
    Array.from(cutRows(body))
    readError(value)
    readOrder(value, '')
    for (const [, entry] of readEntries(value, ['1', '2'], 'order')) {
      readOrder(entry, '')
      readCancel(entry)
      readRefillState(entry, '')
    }
  }
  const member = fc.constantFrom(
    'service',
    'name',
    'rate',
    'min',
    'max',
    'status',
    'order',
    'error',
    'data',
    '1',
    '2',
    '__proto__',
  )
  const odd = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, -1, 1e300, '', '1', 'Unknown', '\uD800', '\0', 'In progress'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(member, tie('value'), { maxKeys: 5 }),
    ),
  }))
  const anyJson = fc.property(odd.value, (value) => parsers(JSON.stringify(value)))
  const anyText = fc.property(fc.string({ unit: 'binary' }), parsers)
  expect(() => [anyJson, anyText].forEach((property) => fc.assert(property))).not.toThrow()
})
