import { use, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { withParam } from './url-place.ts'
import { useUrlChange, useUrlState, useUrlText } from './use-url-state.ts'

test('typing after a filter has arrived, but before it is painted, adds nothing to the history', async () => {
  // As at the last paint: the first function is kept.
  let change: ReturnType<typeof useUrlChange> | undefined
  function List() {
    const latest = useUrlChange()
    change ??= latest
    return null
  }
  const router = createMemoryRouter([{ path: '/list', Component: List }], { initialEntries: ['/list'] })
  const host = document.createElement('div')
  const root = createRoot(host)
  root.render(<RouterProvider router={router} />)
  await expect.poll(() => change).toBeDefined()

  const stop = router.subscribe(({ location }) => {
    if (location.search !== '?status=pending') return
    stop()
    change?.((place) => withParam(place, 'search', 'cat'), true)
  })
  change?.((place) => withParam(place, 'status', 'pending'))
  await expect.poll(() => router.state.location.search).toBe('?status=pending&search=cat')
  await router.navigate(-1)
  await expect.poll(() => router.state.location.search).toBe('')
  // The step that left this entry has arrived long ago.
  change?.((place) => withParam(place, 'search', 'dog'))
  await expect.poll(() => router.state.location.search).toBe('?search=dog')
  root.unmount()
})

test("a selection added to an earlier one keeps it, even if that has arrived but isn't painted", async () => {
  // As at the last paint: the first function is kept.
  let set: ReturnType<typeof useUrlState<string>>[1] | undefined
  function List() {
    const [, latest] = useUrlState<string>('status', '')
    set ??= latest
    return null
  }
  const router = createMemoryRouter([{ path: '/list', Component: List }], { initialEntries: ['/list'] })
  const root = createRoot(document.createElement('div'))
  root.render(<RouterProvider router={router} />)
  await expect.poll(() => set).toBeDefined()

  const add = (status: string) => set?.((now) => [now, status].filter(Boolean).join('.'))
  add('partial')
  add('refunded')
  await expect.poll(() => router.state.location.search).toBe('?status=partial.refunded')
  const stop = router.subscribe(({ location }) => {
    if (!location.search.endsWith('failed')) return
    stop()
    add('refilling')
  })
  add('failed')
  await expect.poll(() => router.state.location.search).toBe('?status=partial.refunded.failed.refilling')
  root.unmount()
})

test('a typed letter stays when the URL still shows an earlier text', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let setText: ((text: string) => void) | undefined
    const slow = Promise.withResolvers<null>()
    function Box() {
      const [text, set, settled] = useUrlText('search')
      useEffect(() => {
        setText = set
      })
      return (
        <output>
          {text}, {settled}
        </output>
      )
    }
    /** The results of the first letter take long to render. */
    function Found() {
      return useLocation().search === '?search=r' ? use(slow.promise) : null
    }
    const arrivals: (() => void)[] = []
    const loader = ({ request }: { request: Request }) =>
      request.url.includes('search') ? new Promise<null>((arrive) => arrivals.push(() => arrive(null))) : null
    const list = (
      <>
        <Box />
        <Found />
      </>
    )
    const routes = [{ path: '/list', element: list, loader }]
    const router = createMemoryRouter(routes, { initialEntries: ['/list'] })
    const host = document.createElement('div')
    const root = createRoot(host)
    root.render(<RouterProvider router={router} />)
    await expect.poll(() => host.textContent).toBe(', ')
    async function write(text: string): Promise<void> {
      const count = arrivals.length
      setText?.(text)
      await expect.poll(() => (vi.advanceTimersByTime(1_000), arrivals.length)).toBe(count + 1)
    }

    await write('r')
    arrivals[0]?.()
    await expect.poll(() => router.state.location.search).toBe('?search=r')
    await write('re')
    slow.resolve(null)
    await expect.poll(() => host.textContent).toBe('re, r')
    arrivals[1]?.()
    await expect.poll(() => host.textContent).toBe('re, re')
    // Changes by others are shown: the back button, or a link.
    await router.navigate('/list')
    await expect.poll(() => host.textContent).toBe(', ')
    root.unmount()
  } finally {
    vi.useRealTimers()
  }
})
test('an automatic URL update yields to a pending navigation', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let setText: ((text: string) => void) | undefined
    function List() {
      const [text, set] = useUrlText('search')
      useEffect(() => {
        setText = set
      })
      return <output>list {text}</output>
    }
    const arrival = Promise.withResolvers<null>()
    const routes = [
      { path: '/list', Component: List },
      { path: '/order', element: <output>order</output>, loader: () => arrival.promise },
    ]
    const router = createMemoryRouter(routes, { initialEntries: ['/list'] })
    const host = document.createElement('div')
    const root = createRoot(host)
    root.render(<RouterProvider router={router} />)
    await expect.poll(() => host.textContent).toBe('list ')
    setText?.('cat')
    await expect.poll(() => host.textContent).toBe('list cat')
    const leaving = router.navigate('/order')
    vi.advanceTimersByTime(1_000)
    arrival.resolve(null)
    await leaving
    await expect.poll(() => host.textContent).toBe('order')
    expect(router.state.location.pathname).toBe('/order')
    root.unmount()
  } finally {
    vi.useRealTimers()
  }
})
