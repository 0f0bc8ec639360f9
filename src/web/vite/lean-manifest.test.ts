import { expect, test } from 'vitest'
import { toLean } from './lean-manifest.ts'

test('the list of routes keeps where each is, without what it imports; another file stays as it is', () => {
  const route = { id: 'a', path: 'a', module: '/assets/a.js' }
  const manifest = {
    entry: { imports: ['/assets/b.js'] },
    routes: { a: { ...route, imports: ['/assets/c.js'] } },
  }
  const lean = `window.__reactRouterManifest=${JSON.stringify({ ...manifest, routes: { a: route } })};`
  expect(toLean(`window.__reactRouterManifest=${JSON.stringify(manifest)};`)).toBe(lean)
  expect(toLean(lean)).toBe(lean)
  expect(toLean('export default 1')).toBe('export default 1')
})
