import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '#contract/base/money.ts'
import { countUnread } from '#contract/messaging/notifications.ts'
import { dropView, storeView } from '#web/platform/session/stored-view.ts'
import { endSession, startSession } from '#web/platform/session/session.ts'
import { queryOf } from './query.ts'
import { load, type Loaded, queryClient, useLoaded } from './query-client.ts'

const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const linh = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', language: null } as const
const user = { ...linh, balance: money(0n) }
const staff = { ...user, id: 1, role: 'admin' } as const
const unread = queryOf(countUnread)
const signal = new AbortController().signal

let root: Root
let asked: number
beforeEach(() => {
  asked = 0
  vi.stubGlobal('fetch', async () => Response.json({ success: true, unread: (asked += 1) }))
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  root.unmount()
  sessionStorage.clear()
  localStorage.clear()
  queryClient().clear()
  vi.unstubAllGlobals()
})

/** Something is in the cache, and then it is looked for. */
async function fill(): Promise<void> {
  await load(unread, signal)
  expect(queryClient().getQueryData(unread.queryKey)).toMatchObject({ unread: asked })
}
const held = () => queryClient().getQueryCache().getAll().length

test('signing in and signing out empty the cache, and a renewed session leaves it as it is', async () => {
  await fill()
  startSession({ token, user })
  expect(held()).toBe(0)
  await fill()
  startSession({ token: `${token}2`, user: { ...user, balance: money(5n) } })
  expect(held()).toBe(1)
  const emptied = vi.spyOn(queryClient(), 'clear')
  endSession()
  // Immediately, not at the next use.
  expect(emptied).toHaveBeenCalledOnce()
  expect(held()).toBe(0)
})

test('another user who signs in finds nothing in it', async () => {
  startSession({ token, user })
  await fill()
  startSession({ token, user: { ...user, id: 8 } })
  expect(held()).toBe(0)
})

test('starting and ending Viewing as empty it, even when staff view their own account', async () => {
  startSession({ token, user: staff })
  await fill()
  const session = { token, user: { ...staff, role: 'user' as const } }
  storeView({ session, viewerId: staff.id, endsAt: 4_000_000_000_000, back: '/admin/users' })
  expect(held()).toBe(0)
  await fill()
  dropView()
  expect(held()).toBe(0)
})

test("a page doesn't fetch its loader's data again, and a reopened page does", async () => {
  const loaded = await load(unread, signal)
  const shown: number[] = []
  function Page({ loaderData }: { loaderData: Loaded<{ unread: number }> }) {
    shown.push(useLoaded(loaderData).unread)
    return null
  }
  root.render(<Page loaderData={loaded} />)
  await expect.poll(() => shown).toEqual([1])
  expect(asked).toBe(1)
  root.render(<Page loaderData={await load(unread, signal)} />)
  await expect.poll(() => shown.at(-1)).toBe(2)
  expect(asked).toBe(2)
})

test('leaving a page aborts its pending requests', async () => {
  const given: AbortSignal[] = []
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    if (init.signal) given.push(init.signal)
    return new Promise((_resolve, reject) =>
      init.signal?.addEventListener('abort', () => reject(new Error())),
    )
  })
  const leaving = new AbortController()
  const loading = load(unread, leaving.signal)
  await expect.poll(() => given).toHaveLength(1)
  leaving.abort()
  await expect(loading).rejects.toThrow('CancelledError')
  expect(given[0]?.aborted).toBe(true)
})
