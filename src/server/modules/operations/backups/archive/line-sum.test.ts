import fc from 'fast-check'
import { expect, test } from 'vitest'

import { makeLineCounter } from './line-sum.ts'

const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', '\\n'))
const sum = (lines: readonly string[]) => {
  const counter = makeLineCounter()
  for (const one of lines) counter.add(Buffer.from(`${one}\n`))
  return counter.result()
}

test('the sum depends on the lines only, not on their order or chunks', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      const whole = makeLineCounter()
      whole.add(Buffer.from(lines.map((one) => `${one}\n`).join('')))
      expect(sum(lines.toReversed())).toEqual(whole.result())
      expect(sum(lines.toSorted())).toEqual(whole.result())
    }),
  )
})

test('a line that is changed, doubled, missing or split has another sum', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), line, fc.nat(), (lines, other, at) => {
      const place = at % lines.length
      const { checksum } = sum(lines)
      fc.pre(lines[place] !== other)
      expect(sum(lines.with(place, other)).checksum).not.toBe(checksum)
      expect(sum([...lines, lines[place] ?? '']).checksum).not.toBe(checksum)
      expect(sum(lines.toSpliced(place, 1)).checksum).not.toBe(checksum)
      expect(sum(lines.with(place, `${lines[place] ?? ''}${other}x`)).checksum).not.toBe(checksum)
    }),
  )
})

test('text moved from one line to the next is detected', () => {
  expect(sum(['ab', 'c']).checksum).not.toBe(sum(['a', 'bc']).checksum)
  expect(sum(['', 'abc']).checksum).not.toBe(sum(['abc', '\\N']).checksum)
})
