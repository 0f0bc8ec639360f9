import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { withParam } from './url-place.ts'
import { useUrlChange } from './use-url-state.ts'

test('what is typed after a filter has arrived, but before it is painted, adds nothing to the history', async () => {
  // As it was when the page was painted last: the first one is kept.
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
  root.unmount()
})
