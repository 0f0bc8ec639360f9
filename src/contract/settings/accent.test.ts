import { expect, test } from 'vitest'

import { CONTRAST_MIN, contrastOf, contrastOfAccent, deriveAccent } from './accent.ts'

test('contrast follows the formula of the guidelines', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'))
})

test("the product's own colour passes, and pale ones do not", () => {
  expect(contrastOfAccent(deriveAccent('#0b5563'))).toBeGreaterThan(CONTRAST_MIN)
  for (const pale of ['#f0b429', '#7fb3d5', '#ff0000', '#00ff00', '#ffffff'])
    expect([pale, contrastOfAccent(deriveAccent(pale)) < CONTRAST_MIN]).toEqual([pale, true])
})

test('any colour that is readable in the light theme gets a readable dark one', () => {
  const steps = [0, 51, 102, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'))
  let readable = 0
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`
        const accent = deriveAccent(colour)
        const grounds = ['#f5f4ee', '#ffffff', '#ecebe3', accent.light.soft]
        if (grounds.some((ground) => contrastOf(colour, ground) < CONTRAST_MIN)) continue
        readable += 1
        expect([colour, contrastOfAccent(accent) >= CONTRAST_MIN]).toEqual([colour, true])
      }
  expect(readable).toBeGreaterThan(40)
})
