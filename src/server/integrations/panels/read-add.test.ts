import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { judgeAddError } from './judge-error.ts'
import { readAdd } from './read-add.ts'

const accepted: [string, string][] = [
  ['{"order":23501}', '23501'],
  ['{"order":"23501"}', '23501'],
  ['\uFEFF{"order":23501}', '23501'],
  ['  {"status":"success","order":7}\n', '7'],
  ['{"order":7,"error":""}', '7'],
  ['{"order":7,"error":null}', '7'],
  ['{"order":7,"error":false}', '7'],
  ['{"data":{"order":7}}', '7'],
  ['{"order":12345678901234567890}', '12345678901234567890'],
]

test.each(accepted)('%s is accepted', (body, order) => {
  expect(readAdd({ status: 200, body }, 'secret')).toEqual({ kind: 'accepted', order })
})

const unknown = [
  ['', '{', '[]', '{}', 'null', '0', 'true', '23501', '[{"x":1}]', '{"order":0}', '{"order":null}'],
  ['{"order":""}', '{"status":"success"}', '{"order":[1]}', '{"order":-5}', '{"order":1.5}'],
  ['<html><body>Just a moment</body></html>', '{"order":"error"}', '{"__proto__":{"order":5}}'],
  [
    '{"order":5,"error":"Incorrect link"}',
    '{"error":"Something went wrong"}',
    '{"error":"Error"}',
    '{"error":{}}',
  ],
  [
    '{"error":"Gateway timeout, too many requests"}',
    '{"error":"Internal error: forbidden"}',
    '{"error":"cURL error 28: insufficient funds"}',
    '{"error":"Connection reset by the API key server"}',
  ],
  ['{"error":"Internal server error"}', '{"error":"Service temporarily unavailable"}', '{"error":"Заказ"}'],
].flat()

test.each(unknown)('%s is unknown: it may have been taken', (body) => {
  expect(readAdd({ status: 200, body }, 'secret')).toMatchObject({ kind: 'unknown' })
})

test.each([429, 408, 500, 502, 503, 504])('HTTP %i with a certain error is still unknown', (status) => {
  expect(readAdd({ status, body: '{"error":"Incorrect link"}' }, 'k')).toMatchObject({ kind: 'unknown' })
})

test('a failure without a reason, with a code that a proxy may have sent, is no refusal that staff can teach', () => {
  const outcome = readAdd({ status: 200, body: '{"error":true,"code":503}' }, 'k')
  expect(outcome).toMatchObject({ kind: 'unknown', fault: { code: 'no_order_id' } })
})

test('an id counts whatever the HTTP status', () => {
  expect(readAdd({ status: 500, body: '{"order":9}' }, 'k')).toEqual({ kind: 'accepted', order: '9' })
})

const rejected = [
  ['Incorrect request', 'Incorrect service ID', 'Incorrect link', 'Quantity less than minimal 100'],
  [
    'Quantity more than maximum 5000',
    'Invalid link',
    'Link is required',
    'Service not found',
    'invalid_service',
  ],
  ['The link is not valid', 'neworder.error.link', 'Minimum quantity is 10', 'Service ID does not exist'],
  [
    'This service is not available',
    'Wrong quantity',
    'Bad link',
    'Please enter a valid link',
    'Service inactive',
  ],
  ['Username is required', 'Comments are required', 'The link must be a valid URL', 'Invalid username'],
].flat()

test.each(rejected)('"%s" is certain', (error) => {
  expect(readAdd({ status: 200, body: JSON.stringify({ error }) }, 'k')).toEqual({
    kind: 'rejected',
    fault: { code: 'said', details: { error } },
  })
})

test.each([
  ['Not enough funds on balance', 'funds'],
  ['Insufficient balance', 'funds'],
  ['not_enough_funds', 'funds'],
  ['Your balance is too low', 'funds'],
  ['Invalid API key', 'key'],
  ['Incorrect key', 'key'],
  ['Unauthorized', 'key'],
  ['Your account is suspended', 'key'],
  ['Too many requests, try again later', 'rate'],
  ['Rate limit exceeded', 'rate'],
  ['You have active order with this link. Please wait until order being completed.', 'link_in_use'],
])('"%s" is about us: %s', (error, about) => {
  expect(readAdd({ status: 200, body: JSON.stringify({ error }) }, 'k')).toEqual({
    kind: 'refused',
    fault: { code: 'said', details: { error } },
    about,
  })
})

test.each(['Keywords are required', 'Invalid keywords'])('"%s" is not about our key', (error) => {
  expect(judgeAddError(error)).toEqual({ kind: 'rejected' })
})

test.each([
  'Gateway timeout',
  'Try again later',
  'Order failed',
  'fail',
  'ошибка',
  'No',
  'Service Unavailable',
])('"%s" proves nothing', (error) => {
  expect(judgeAddError(error)).toEqual({ kind: 'unknown' })
})

test('a quoted key is removed from every error', () => {
  const body = JSON.stringify({ error: 'Invalid API key: 0123456789abcdef' })
  expect(JSON.stringify(readAdd({ status: 200, body }, '0123456789abcdef'))).not.toContain('0123456789abcdef')
})

describe('no body crashes it, and nothing is accepted without an id', () => {
  test('any text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.string({ unit: 'binary' }), (status, body) => {
        expect(readAdd({ status, body }, 'secret-key').kind).not.toBe('accepted')
      }),
    )
  })
  test('any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const outcome = readAdd({ status: 200, body }, 'secret-key')
        expect(outcome.kind !== 'accepted' || body.includes(outcome.order)).toBe(true)
      }),
    )
  })
  test('nesting beyond any stack', () => {
    expect(readAdd({ status: 200, body: '['.repeat(200_000) }, 'k').kind).toBe('unknown')
    expect(readAdd({ status: 200, body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }, 'k').kind).toBe(
      'unknown',
    )
  })
})
