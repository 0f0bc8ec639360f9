import { expect, test } from 'vitest'
import { isChunkError } from './chunk-error.ts'

test.each([
  ['Failed to fetch dynamically imported module: http://x/assets/a.js', true],
  ['error loading dynamically imported module: http://x/assets/a.js', true],
  ['Importing a module script failed.', true],
  ["Cannot read properties of undefined (reading 'x')", false],
])('"%s" is a chunk that failed to load: %s', (message, isLost) => {
  expect(isChunkError(new TypeError(message))).toBe(isLost)
})
