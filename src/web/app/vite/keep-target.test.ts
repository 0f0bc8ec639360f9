import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { toKeeping } from './keep-target.ts'

test('the React Router that is installed keeps where a press leads, and one that is written otherwise fails the build', async () => {
  const path = 'node_modules/react-router/dist/production/lib/dom/ssr/routeModules.js'
  const kept = toKeeping(await readFile(path, 'utf8'))
  expect(kept).not.toContain('location.reload')
  expect(kept).toContain('default: lost')
  expect(() => toKeeping(kept)).toThrow('keep-target.ts')
})
