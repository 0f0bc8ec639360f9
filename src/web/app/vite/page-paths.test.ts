import { expect, test } from 'vitest'
import { pagePaths } from './page-paths.ts'

test('a page whose path ends with what may be left out is there with it and without', () => {
  const routes = [
    { file: 'layout.tsx', children: [{ file: 'services.tsx', path: 'services/:platform?' }] },
    { file: 'home.tsx', index: true },
  ]
  expect(pagePaths(routes)).toEqual(['/services', '/services/:platform', '/'])
})
