import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { countUnread, listNotifications } from '#contract/messaging/notifications.ts'
import { queryOf } from './query.ts'
import { load, type Loaded, queryClient, useLoaded } from './query-client.ts'
import { reread, rereadSoon } from './reread.ts'

/** Each read over a slow connection: the test decides when it is answered. */
let readings: { answer: (unread: number) => void; signal: AbortSignal | null | undefined }[]
let told: readonly Endpoint[]
let root: Root
let host: HTMLElement
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  readings = []
  told = [countUnread]
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((resolve) => {
        const answer = (unread: number) => resolve(Response.json({ success: true, unread }))
        readings.push({ answer, signal })
      }),
  )
  host = document.createElement('div')
  root = createRoot(host)
})
afterEach(async () => {
  root.unmount()
  told = []
  await vi.advanceTimersByTimeAsync(2_000)
  queryClient().clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Events ten times a second, from two parts of the page. */
function useEvents(): void {
  useEffect(() => {
    const telling = setInterval(() => (rereadSoon(...told), rereadSoon(...told)), 100)
    return () => clearInterval(telling)
  }, [])
}

function Home() {
  useEvents()
  return 'home'
}
function Page() {
  useEvents()
  return <output>{useLoaded(useLoaderData<Loaded<{ unread: number }>>()).unread}</output>
}

async function show() {
  const router = createMemoryRouter(
    [
      { path: '/home', element: <Home /> },
      {
        path: '/orders',
        element: <Page />,
        errorElement: 'failed',
        loader: ({ request }: LoaderFunctionArgs) => load(queryOf(countUnread), request.signal),
      },
    ],
    { initialEntries: ['/home'] },
  )
  root.render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(host.textContent).toBe('home'))
  void router.navigate('/orders')
  await vi.waitFor(() => expect(readings).toHaveLength(1))
}
const answer = async (unread: number) => {
  readings.at(-1)?.answer(unread)
  await vi.waitFor(() => expect(host.textContent).toBe(String(unread)))
}
const givenUp = () => readings.map(({ signal }) => signal?.aborted)

test('an action on a slow connection completes while events arrive, and their data is read once afterwards', async () => {
  await show()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(givenUp()).toEqual([false])
  told = []
  await vi.advanceTimersByTimeAsync(5_000)
  await answer(1)
  await vi.waitFor(() => expect(readings).toHaveLength(2))
  await answer(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(givenUp()).toEqual([false, false])
})

test('a refetch on a slow connection is not aborted by events, whose data is read once afterwards', async () => {
  told = []
  await show()
  await answer(1)
  told = [countUnread]
  await vi.advanceTimersByTimeAsync(5_000)
  expect(givenUp()).toEqual([false, false])
  // The old value stays until then.
  expect(host.textContent).toBe('1')
  told = []
  await vi.advanceTimersByTimeAsync(5_000)
  await answer(2)
  await vi.waitFor(() => expect(readings).toHaveLength(3))
  await answer(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(givenUp()).toEqual([false, false, false])
})

test('however many events arrive, the same data is read at most once in 1.5 s, and nothing else is', async () => {
  await show()
  vi.stubGlobal('fetch', async () => {
    readings.push({ answer: () => {}, signal: undefined })
    return Response.json({ success: true, unread: readings.length })
  })
  readings[0]?.answer(1)
  await vi.advanceTimersByTimeAsync(15_000)
  const count = readings.length
  expect(count).toBeGreaterThan(8)
  expect(count).toBeLessThan(13)
  told = [listNotifications]
  await vi.advanceTimersByTimeAsync(5_000)
  expect(readings.length).toBeLessThan(count + 2)
})

test("after an action the page waits for refetched data, and an older answer doesn't replace it", async () => {
  told = []
  await show()
  await answer(1)
  const before = reread(countUnread)
  await vi.waitFor(() => expect(readings).toHaveLength(2))
  const after = reread(countUnread)
  readings[1]?.answer(2)
  await before
  expect(host.textContent).toBe('2')
  await vi.waitFor(() => expect(readings).toHaveLength(3))
  readings[2]?.answer(3)
  await after
  expect(host.textContent).toBe('3')
})

test("data that can't be refetched stays after a live event, and is not shown as current after an action", async () => {
  told = []
  await show()
  await answer(1)
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }))
  rereadSoon(countUnread)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(queryClient().isFetching()).toBe(0)
  expect(host.textContent).toBe('1')
  vi.spyOn(console, 'error').mockReturnValue()
  await reread(countUnread)
  await vi.waitFor(() => expect(host.textContent).toBe('failed'))
})
