import { expect, test } from 'vitest'

import { encodePhpJson, parsePhpJson } from './php-json.ts'

test.each([
  ['slashes are escaped', { url: 'https://a/b' }, '{"url":"https:\\/\\/a\\/b"}'],
  ['letters beyond ASCII and emoji stay', 'Việt 🚀 é', '"Việt 🚀 é"'],
  ['line and paragraph separators are escaped', 'a\u2028b\u2029', '"a\\u2028b\\u2029"'],
  ['quotes, backslashes and short escapes', '"\\\b\f\n\r\t', '"\\"\\\\\\b\\f\\n\\r\\t"'],
  ['other control characters are lower-case hex', '\u0000\u001f\u007f', '"\\u0000\\u001f\u007f"'],
  ['an empty object is an empty array', { a: {}, b: [] }, '{"a":[],"b":[]}'],
  ['keys that count from 0 are a list', { 0: 'a', 1: 'b' }, '["a","b"]'],
  ['keys that begin at 1 are not', { 1: 'a' }, '{"1":"a"}'],
  ['null, true and false', [null, true, false], '[null,true,false]'],
  ['a whole float loses its point', 100, '100'],
  ['shortest digits', 0.1, '0.1'],
  ['small numbers are plain down to 0.0001', 0.0001, '0.0001'],
  ['and have an exponent below', 0.00001234, '1.234e-5'],
  ['with a digit after the point', 0.00001, '1.0e-5'],
  ['large numbers are plain', 1.2345678901234568e16, '12345678901234568'],
  ['and have an exponent from 1.0e+17 on', 1e17, '1.0e+17'],
  ['negative ones too', -2.5e-7, '-2.5e-7'],
  ['minus zero', -0, '-0'],
])('%s, as PHP writes it', (_name, value, expected) => {
  expect(encodePhpJson(value)).toBe(expected)
})

test('keeps whole numbers that a double can not hold', () => {
  expect(encodePhpJson(parsePhpJson('{"a":9223372036854775807,"b":12}'))).toBe(
    '{"a":9223372036854775807,"b":12}',
  )
})

test('refuses what json_encode refuses', () => {
  expect(() => encodePhpJson('\ud800')).toThrow(TypeError)
  expect(() => encodePhpJson(Infinity)).toThrow(TypeError)
})
