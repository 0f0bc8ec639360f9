import { expect, test } from 'vitest'
import { pagePaths } from './page-paths.ts'

test('a path with an optional last part leads to the page with and without it', () => {
  const routes = [
    { file: 'layout.tsx', children: [{ file: 'services.tsx', path: 'services/:platform?' }] },
    { file: 'home.tsx', index: true },
  ]
  expect(pagePaths(routes)).toEqual(['/services', '/services/:platform', '/'])
})
