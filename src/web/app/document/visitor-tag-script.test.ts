import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { visitorTagScript } from './visitor-tag-script.ts'

const ids = {
  ga4: 'G-AB12CD34EF',
  plausible: 'shop.example.com',
  meta: '123456789012345',
  tawk: '5f0c1a2b3d4e5f6a7b8c9d0e/default',
  crisp: '01234567-89ab-cdef-0123-456789abcdef',
}
type Listener = (event: { key?: string; stopImmediatePropagation: () => void }) => void
type Held = { session?: string; view?: string; isRefused?: boolean }

/** Runs the script as a page does; returns what it loaded and did. */
function run(tags: Partial<typeof ids>, { session, view, isRefused = false }: Held = {}) {
  const loaded: string[] = []
  const listeners = new Map<string, Listener>()
  const stored = new Map(Object.entries({ session, view }).filter(([, text]) => text !== undefined))
  let reloads = 0
  const storage = {
    getItem: (key: string) => {
      if (isRefused) throw new Error('SecurityError')
      return stored.get(key) ?? null
    },
  }
  const dataset: Record<string, string> = {}
  const document = {
    currentScript: { dataset: { tags: JSON.stringify(tags) } },
    documentElement: { dataset },
    createElement: () => ({ dataset: {} }),
    head: { append: ({ src }: { src: string }) => void loaded.push(src) },
  }
  const window: Record<string, unknown> = {
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    location: { reload: () => void (reloads += 1) },
  }
  runInNewContext(visitorTagScript, { window, document, localStorage: storage, sessionStorage: storage })
  return { loaded, dataset, window, listeners, stored, reloads: () => reloads }
}

test('loads exactly the services whose ids are set', () => {
  expect(run(ids).loaded).toEqual([
    'https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF',
    'https://plausible.io/js/script.js',
    'https://connect.facebook.net/en_US/fbevents.js',
    'https://embed.tawk.to/5f0c1a2b3d4e5f6a7b8c9d0e/default',
    'https://client.crisp.chat/l.js',
  ])
  const { loaded, dataset, window } = run({ crisp: ids.crisp })
  expect(loaded).toEqual(['https://client.crisp.chat/l.js'])
  expect(window['CRISP_WEBSITE_ID']).toBe(ids.crisp)
  expect(dataset).toEqual({ tagged: '' })
})

test.each([
  ['a session', { session: '{}' }],
  ['an expired or broken session', { session: 'broken' }],
  ['a view as a customer', { view: '{}' }],
  ['storage that can not be read', { isRefused: true }],
])('loads nothing in a browser with %s', (_, held) => {
  const { loaded, dataset, listeners } = run(ids, held)
  expect([loaded, dataset, listeners.size]).toEqual([[], {}, 0])
})

/** Runs our listener for the event. Returns whether it kept the event from other listeners. */
function fire(listeners: ReadonlyMap<string, Listener>, name: string, key?: string): boolean {
  let isStopped = false
  listeners.get(name)?.({
    ...(key !== undefined && { key }),
    stopImmediatePropagation: () => (isStopped = true),
  })
  return isStopped
}

test.each(['storage', 'pageshow'])('%s: a session that begins elsewhere ends the page', (event) => {
  const { listeners, stored, reloads } = run(ids)
  expect([fire(listeners, event), reloads()]).toEqual([false, 0])
  stored.set('session', '{}')
  expect([fire(listeners, event), reloads()]).toEqual([true, 1])
})

test('no third-party listener gets an event with a session, even one that has ended meanwhile', () => {
  const { listeners, reloads } = run(ids)
  expect(fire(listeners, 'storage', 'chat')).toBe(false)
  expect(fire(listeners, 'storage', 'session')).toBe(true)
  expect(reloads()).toBe(0)
})
