import { expect, test } from 'vitest'

import { lostModule } from './lost-module.ts'
import { lowerScripts, startLater } from './start-later.ts'

const page = `<html><head><link rel="preload" as="font" href="/assets/a.woff2"/><link rel="modulepreload" href="/assets/texts.js"/><link rel="modulepreload" fetchPriority="low" href="/assets/frame.js"/></head><body><p>Hello</p><script nonce="n" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/page.js";
  
  window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry.js");</script><script nonce="n">window.__reactRouterContext.streamController.close();</script></body></html>`

test('a page that starts later names no script before it is painted, and all of them then, in their order', () => {
  const later = startLater(page)
  expect(later.replace(/<script.*<\/script>/s, '')).toBe(
    '<html><head><link rel="preload" as="font" href="/assets/a.woff2"/></head><body><p>Hello</p></body></html>',
  )
  expect(later).toContain('<script nonce="n" type="module" async="">const early = ')
  expect(later).toContain('["/assets/texts.js","/assets/frame.js"]')
  expect(later).toContain(`await import("/assets/manifest.js");
const route0 = await import("/assets/root.js");
const route1 = await import("/assets/page.js").catch(${lostModule});`)
  expect(later).not.toMatch(/^import /m)
  expect(later).toContain('\n\nimport("/assets/entry.js");</script><script nonce="n">window.')
})

test('a page without scripts is left as it is', () => {
  const still = '<html><body><p>Hello</p><script>one()</script></body></html>'
  expect(startLater(still)).toBe(still)
})

test('a page that starts at once has its scripts behind what it is painted with', () => {
  const lower = lowerScripts(page)
  expect(lower.match(/<link rel="modulepreload" fetchpriority="low" /g)).toHaveLength(2)
  expect(lower).toContain(`async="">import "/assets/manifest.js";
const route0 = await import("/assets/root.js");
const route1 = await import("/assets/page.js").catch(${lostModule});`)
  expect(lower).toContain('\n\nimport("/assets/entry.js");</script><script nonce="n">window.')
})
