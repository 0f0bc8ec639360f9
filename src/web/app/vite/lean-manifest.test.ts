import { expect, test } from 'vitest'
import { toLean } from './lean-manifest.ts'

test('the list of routes keeps where each is and what it has, without what it imports and has not; another file stays as it is', () => {
  const route = { id: 'a', path: '', module: '/assets/a.js', css: ['/assets/a.css'], hasLoader: true }
  const absent = { hasAction: false, hasDefaultExport: true }
  const { css: _css, ...withoutStyles } = route
  const manifest = {
    entry: { imports: ['/assets/b.js'] },
    routes: { a: { ...route, ...absent, imports: ['/assets/c.js'] }, b: { ...route, css: [] } },
  }
  const lean = `window.__reactRouterManifest=${JSON.stringify({ ...manifest, routes: { a: route, b: withoutStyles } })};`
  expect(toLean(`window.__reactRouterManifest=${JSON.stringify(manifest)};`)).toBe(lean)
  expect(toLean(lean)).toBe(lean)
  expect(toLean('export default 1')).toBe('export default 1')
})
