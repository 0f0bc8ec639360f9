import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OlderPages } from './older-pages.tsx'
import { Pager } from './pager.tsx'
import { useUrlState } from './use-url-state.ts'

let takeAway = () => {}
afterEach(() => takeAway())

/** A list whose searches never arrive by themselves: what is pressed meanwhile is pressed while one is under way. */
function showSlowList() {
  const router = createMemoryRouter(
    [
      {
        path: '/list',
        loader: ({ request }) => {
          const { searchParams } = new URL(request.url)
          const isSearch =
            searchParams.has('search') && !searchParams.has('page') && !searchParams.has('cursor')
          return isSearch ? new Promise(() => {}) : null
        },
        Component: List,
      },
    ],
    { initialEntries: ['/list?status=pending'] },
  )
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<RouterProvider router={router} />)
  takeAway = () => {
    root.unmount()
    host.remove()
  }
  return router
}

function List() {
  const [, setSearch] = useUrlState<string>('search', '')
  return (
    <>
      <button type="button" onClick={() => setSearch('cat')}>
        Search
      </button>
      <Pager page={1} totalPages={3} />
      <OlderPages nextCursor="7" />
    </>
  )
}

test.each([
  ['Page 2', 'page=2'],
  ['Older', 'cursor=7'],
])(
  'a link to another page (%s) that is pressed while a search is under way keeps the search',
  async (name, there) => {
    const router = showSlowList()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => router.state.navigation.location?.search).toBe('?status=pending&search=cat')
    await page.getByRole('link', { name, exact: true }).click()
    await expect.poll(() => router.state.location.search).toBe(`?status=pending&search=cat&${there}`)
  },
)
