import { expect, test } from 'vitest'
import { superlinear } from '#test/growth.ts'

import { readLine, splitLines } from './read-lines.ts'

const link = 'https://example.com/a'
/** Regardless of how the quantity was typed. */
const order = (own: object = {}) => ({
  form: 'order',
  id: 12,
  link,
  quantity: 1000,
  typedQuantity: expect.any(String) as string,
  ...own,
})

test('separators of a line are recognized if they are unambiguous', () => {
  for (const text of [
    `12 | ${link} | 1000`,
    `12|${link}|1000`,
    `#12 |${link}| 1,000`,
    `12 | ${link} | 1k`,
    `12\t${link}\t1000`,
    `12;${link};1000`,
    `12 ; ${link} ; 1000 ;`,
    `12,${link},1000`,
    `12 ${link} 1000`,
    `12   ${link}\t 1 000`,
    `12 | ${link} | 1000 |`,
  ])
    expect([text, readLine('en', text)]).toEqual([text, order()])
  expect(readLine('vi', `12 | ${link} | 1.000`)).toEqual(order())
  expect(readLine('en', `12 | ${link}`)).toEqual(order({ quantity: undefined, typedQuantity: '' }))
  expect(readLine('en', `12 ${link}`)).toEqual(order({ quantity: undefined, typedQuantity: '' }))
  expect(readLine('en', `12 | ${link} | many`)).toEqual(order({ quantity: undefined, typedQuantity: 'many' }))
  expect(readLine('en', '12')).toMatchObject({ id: 12, link: '' })
})

test('a link keeps characters that separate elsewhere', () => {
  const odd = 'https://example.com/a;b,c|d?e'
  for (const text of [`12 | ${odd} | 1000`, `12\t${odd}\t1000`, `12 ${odd} 1000`])
    expect(readLine('en', text)).toEqual(order({ link: odd }))
})

test('nothing is guessed: neither a service, nor which comma is meant', () => {
  for (const text of [link, `${link} | 12 | 1000`, 'twelve | x | 1', '12x | a | 1', '', '|||'])
    expect([text, readLine('en', text)]).toEqual([text, { form: 'no_service' }])
  expect(readLine('en', `12,${link},1,000`)).toEqual({ form: 'unclear' })
})

test('lines are numbered as in the field, and empty ones are skipped', () => {
  expect(splitLines('a\n\n  b \r\nc\n')).toEqual([
    { number: 1, text: 'a' },
    { number: 3, text: 'b' },
    { number: 4, text: 'c' },
  ])
})

test('reading a line takes time proportional to its length', () => {
  expect(superlinear((text) => readLine('en', text))).toEqual([])
})
