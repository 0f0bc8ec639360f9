import { type ReactNode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '#contract/base/money.ts'
import { storeView } from '#web/platform/session/stored-view.ts'
import { useLiveEvent, useLiveGaps } from './live-events.ts'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

let root: Root
/** Each requested stream: connected once it is answered, until it breaks. */
let streams: {
  answer: () => void
  tell: (text: string) => void
  breakOff: () => void
  isOver: () => boolean
}[]
beforeEach(() => {
  streams = []
  reread.mockReset()
  hasMounted = false
  localStorage.setItem('session', JSON.stringify({ token, user }))
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')))
        let breakOff = () => {}
        let tell = (_text: string) => {}
        const body = new ReadableStream({
          start(controller) {
            breakOff = () => controller.error(new Error('the line broke'))
            tell = (text) => controller.enqueue(new TextEncoder().encode(text))
            signal?.addEventListener('abort', breakOff)
          },
        })
        const answer = () => resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
        streams.push({
          answer,
          tell: (text) => tell(text),
          breakOff: () => breakOff(),
          isOver: () => signal?.aborted === true,
        })
      }),
  )
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  localStorage.removeItem('session')
  sessionStorage.clear()
  // Without a signed-in user, the connection is closed immediately.
  root.unmount()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await vi.waitUntil(() => streams.every(({ isOver }) => isOver()))
})

function look(isLookedAt: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isLookedAt)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** As another tab of this browser that holds the lock of the same user. */
async function holdLock(): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await new Promise<void>((resolve) => {
    void navigator.locks.request('live:7', () => {
      resolve()
      return held.promise
    })
  })
  return () => held.resolve()
}

const reread = vi.fn<() => void>()
let hasMounted = false
function Page() {
  useEffect(() => {
    hasMounted = true
  }, [])
  useLiveEvent('ticket', () => {})
  useLiveGaps(() => reread())
  return null
}

test("a page's data is read again when the stream connects for the first time, and each time that it reconnects", async () => {
  root.render(<Page />)
  await expect.poll(() => streams).toHaveLength(1)
  expect(reread).not.toHaveBeenCalled()
  streams[0]?.answer()
  await expect.poll(() => reread.mock.calls.length).toBe(1)
  streams[0]?.breakOff()
  await expect.poll(() => streams).toHaveLength(2)
  expect(reread).toHaveBeenCalledTimes(1)
  streams[1]?.answer()
  await expect.poll(() => reread.mock.calls.length).toBe(2)
})

test('a page reads its data again when an event came while it was loading, not when the last one came long before', async () => {
  const [late, told] = [vi.fn<(isFirst: boolean) => void>(), vi.fn<() => void>()]
  function Frame() {
    useLiveEvent('balance', told)
    return null
  }
  function LatePage() {
    useLiveGaps(late)
    return null
  }
  const show = (page: ReactNode) =>
    root.render(
      <>
        <Frame />
        {page}
      </>,
    )
  show(null)
  await expect.poll(() => streams).toHaveLength(1)
  streams[0]?.answer()
  streams[0]?.tell('event: balance\ndata: {"balance":1}\n\n')
  await expect.poll(() => told.mock.calls.length).toBe(1)
  const heardAt = performance.now()
  const now = vi.spyOn(performance, 'now').mockReturnValue(heardAt + 11_000)
  show([<LatePage key="a" />, <Page key="b" />])
  await vi.waitUntil(() => hasMounted)
  expect(late).not.toHaveBeenCalled()
  now.mockReturnValue(heardAt + 9_000)
  show([<LatePage key="c" />])
  await expect.poll(() => late.mock.calls).toEqual([[true]])
})

test('a hidden tab holds no stream, and reads again when it becomes visible', async () => {
  look(false)
  root.render(<Page />)
  await vi.waitUntil(() => hasMounted)
  expect(streams).toEqual([])
  look(true)
  await expect.poll(() => streams).toHaveLength(1)
  streams[0]?.answer()
  await expect.poll(() => reread.mock.calls.length).toBe(1)
  look(false)
  expect(streams[0]?.isOver()).toBe(true)
  look(true)
  await expect.poll(() => streams).toHaveLength(2)
  streams[1]?.answer()
  await expect.poll(() => reread.mock.calls.length).toBe(2)
})

test('while one tab holds the stream no other is opened, until that tab releases it', async () => {
  const letGo = await holdLock()
  root.render(<Page />)
  await expect.poll(() => reread.mock.calls.length).toBe(1)
  expect(streams).toEqual([])
  letGo()
  await expect.poll(() => streams).toHaveLength(1)
})

test('staff viewing as a user have a separate stream', async () => {
  const letGo = await holdLock()
  storeView({
    session: { token, user: { ...user, role: 'user', balance: money(0n), language: null } },
    viewerId: 3,
    endsAt: 4_000_000_000_000,
    back: '/admin/users',
  })
  localStorage.setItem('session', JSON.stringify({ token, user: { ...user, id: 3, role: 'admin' } }))
  root.render(<Page />)
  await expect.poll(() => streams).toHaveLength(1)
  letGo()
})

test('in a browser without locks each visible tab has its own stream', async () => {
  const letGo = await holdLock()
  vi.stubGlobal('navigator', {})
  root.render(<Page />)
  await expect.poll(() => streams).toHaveLength(1)
  look(false)
  expect(streams[0]?.isOver()).toBe(true)
  letGo()
})
