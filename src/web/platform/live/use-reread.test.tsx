import { useEffect, useEffectEvent } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useReread } from './use-reread.ts'

/** Each reading of the page `/orders` on a slow line: its answer comes when the test says so. */
let readings: { answer: (text: string) => void; signal: AbortSignal }[]
let root: Root
let host: HTMLElement
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  readings = []
  host = document.createElement('div')
  root = createRoot(host)
})
afterEach(() => {
  root.unmount()
  vi.useRealTimers()
})

/** Something is told ten times a second. */
function useEvents(handler: () => void): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => {
    const telling = setInterval(onEvent, 100)
    return () => clearInterval(telling)
  }, [])
}

/** Two parts of one page that both want it read anew. */
function Shown({ isTold }: { isTold: () => boolean }) {
  const [one, other] = [useReread(), useReread()]
  useEvents(() => {
    if (!isTold()) return
    one()
    other()
  })
  return <output>{String(useLoaderData())}</output>
}

function show(): { router: ReturnType<typeof createMemoryRouter>; stopEvents: () => void } {
  let isTold = true
  const page = <Shown isTold={() => isTold} />
  const read = ({ request: { signal } }: LoaderFunctionArgs) =>
    new Promise<string>((answer) => readings.push({ answer, signal }))
  const router = createMemoryRouter(
    [
      { path: '/dashboard', element: page, loader: () => 'dashboard' },
      { path: '/orders', element: page, loader: read },
    ],
    { initialEntries: ['/dashboard'] },
  )
  root.render(<RouterProvider router={router} />)
  return {
    router,
    stopEvents: () => {
      isTold = false
    },
  }
}

test('a press on a slow line is answered while things are told, and what was told meanwhile is read once afterwards', async () => {
  const { router, stopEvents } = show()
  await vi.waitFor(() => expect(host.textContent).toBe('dashboard'))
  void router.navigate('/orders')
  await vi.waitFor(() => expect(readings).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([false])
  stopEvents()
  readings[0]?.answer('as it was')
  await vi.waitFor(() => expect(host.textContent).toBe('as it was'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([false, false])
  readings[1]?.answer('as it is')
  await vi.waitFor(() => expect(host.textContent).toBe('as it is'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(readings).toHaveLength(2)
})

test('a re-read on a slow line is not given up for what is told meanwhile, which is read once afterwards', async () => {
  const { router, stopEvents } = show()
  void router.navigate('/orders')
  await vi.waitFor(() => expect(readings).toHaveLength(1))
  readings[0]?.answer('first')
  await vi.waitFor(() => expect(host.textContent).toBe('first'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([false, false])
  readings[1]?.answer('second')
  await vi.waitFor(() => expect(host.textContent).toBe('second'))
  stopEvents()
  await vi.advanceTimersByTimeAsync(20_000)
  readings[2]?.answer('third')
  await vi.waitFor(() => expect(host.textContent).toBe('third'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([false, false, false])
})
