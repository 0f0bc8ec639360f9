import { expect, test } from 'vitest'
import { encodePhpJson } from './php-json.ts'

/** The output of PHP 7.1 and later for json_encode($value, JSON_UNESCAPED_UNICODE), from the rules of its encoder. */
const VECTORS: [name: string, value: unknown, text: string][] = [
  ['slashes', 'https://pay.example/a/b', String.raw`"https:\/\/pay.example\/a\/b"`],
  ['quotes and backslashes', 'a"b\\c', String.raw`"a\"b\\c"`],
  ['short escapes', '\b\f\n\r\t', String.raw`"\b\f\n\r\t"`],
  ['control characters', '\u0000\u0001\u001f\u000b', String.raw`"\u0000\u0001\u001f\u000b"`],
  ['delete, which is not escaped', '\u007f', '"\u007f"'],
  ['unicode', 'Đơn hàng é 漢 😀', '"Đơn hàng é 漢 😀"'],
  ['line separators', 'a\u2028b\u2029c', String.raw`"a\u2028b\u2029c"`],
  ['html, which is not escaped', `<a href='x'>&`, `"<a href='x'>&"`],
  ['amounts in strings', { amount: '10.00', rate: '1.00000000' }, '{"amount":"10.00","rate":"1.00000000"}'],
  ['null and booleans', [null, true, false], '[null,true,false]'],
  ['integers', [0, -7, 1_689_098_133, 9_007_199_254_740_991], '[0,-7,1689098133,9007199254740991]'],
  ['floats', [0.1, 10.5, -0.25, 0.1 + 0.2, 3.14], '[0.1,10.5,-0.25,0.30000000000000004,3.14]'],
  ['whole floats', [10, -0], '[10,-0]'],
  ['small floats', [0.001, 0.0001, 0.00001, 1.5e-7], '[0.001,0.0001,1.0e-5,1.5e-7]'],
  ['large floats', [1e16, 1e17, 1.5e25, -1e100], '[10000000000000000,1.0e+17,1.5e+25,-1.0e+100]'],
  ['empty arrays, which PHP cannot tell from empty objects', { a: {}, b: [] }, '{"a":[],"b":[]}'],
  ['keys that count from 0, which are a list', { 0: 'a', 1: 'b' }, '["a","b"]'],
  ['keys that do not', { 1: 'a', 2: 'b' }, '{"1":"a","2":"b"}'],
  ['nested', { a: { b: [{ c: 'd/e' }] }, z: '' }, String.raw`{"a":{"b":[{"c":"d\/e"}]},"z":""}`],
  ['keys with a slash', { 'a/b': 1 }, String.raw`{"a\/b":1}`],
]

test.each(VECTORS)('writes %s as PHP does', (_, value, text) => {
  expect(encodePhpJson(value)).toBe(text)
})

test('writes JSON that any parser reads back', () => {
  const value = { text: 'a/"\\\u2028\u0007é😀', list: [1, 0.00001, 1e17, 1.5e25], inner: { none: null } }
  expect(JSON.parse(encodePhpJson(value))).toEqual(value)
})

test('fails where json_encode fails', () => {
  for (const value of [Infinity, NaN, '\ud800', undefined, { a: undefined }, 1n])
    expect(() => encodePhpJson(value)).toThrow(TypeError)
})
