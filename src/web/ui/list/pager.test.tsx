import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ListPages } from './list-paging.tsx'
import { keepWithin, pageIn } from './read-address.ts'
import { Pager } from './pager.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'

let takeAway = () => {}
afterEach(() => takeAway())

/** A list whose searches never finish: clicks happen while one is running. */
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
  show(router)
  return router
}

function show(router: ReturnType<typeof createMemoryRouter>): void {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<RouterProvider router={router} />)
  takeAway = () => {
    root.unmount()
    host.remove()
  }
}

function List() {
  const [, setSearch] = useUrlState<string>('search', '')
  return (
    <>
      <button type="button" onClick={() => setSearch('cat')}>
        Search
      </button>
      <Pager page={1} totalPages={3} />
      <ListPages paging={{}} pages={{ nextCursor: '7' }} />
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

test('a page link pressed while a search is under way that finds fewer shows the last page, in its place in the history', async () => {
  const router = createMemoryRouter(
    [
      {
        path: '/list',
        loader: ({ request }) => {
          const { searchParams } = new URL(request.url)
          if (searchParams.has('search') && !searchParams.has('page')) return new Promise(() => {})
          const totalPages = searchParams.has('search') ? 2 : 3
          keepWithin(request, { page: pageIn(searchParams), totalPages })
          return null
        },
        Component: List,
      },
    ],
    // A pending step is tied to a history entry: this list has its own.
    { initialEntries: [{ pathname: '/list', key: 'another' }] },
  )
  show(router)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => router.state.navigation.location?.search).toBe('?search=cat')
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect.poll(() => router.state.location.search).toBe('?search=cat&page=2')
  await router.navigate(-1)
  await expect.poll(() => router.state.location.search).toBe('')
  await router.navigate('/list?page=900')
  await expect.poll(() => router.state.location.search).toBe('?page=3')
})

function Pages() {
  const params = new URLSearchParams(useLocation().search)
  return (
    <>
      <Pager page={pageIn(params)} totalPages={3} />
      <ListPages paging={{}} pages={{ nextCursor: params.has('cursor') ? null : '7' }} />
    </>
  )
}

test.each([
  ['Last page', '?page=2', '?page=3'],
  ['First page', '?page=2', '?page=1'],
  ['Older', '', '?cursor=7'],
  ['Newest', '?cursor=7', ''],
])(
  'a link (%s) that leads no further once it is pressed keeps the focus, and is no stop from then on',
  async (name, from, to) => {
    const router = createMemoryRouter([{ path: '/list', Component: Pages }], {
      initialEntries: [`/list${from}`],
    })
    show(router)
    const link = page.getByRole('link', { name, exact: true })
    await expect.element(link).toHaveAttribute('href', `/list${to}`)
    const pressed = link.element() as HTMLElement // a link
    pressed.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(link).toHaveAttribute('aria-disabled', 'true')
    expect(router.state.location.search).toBe(to)
    await expect.element(link).toHaveFocus()
    expect(pressed.tabIndex).toBe(-1)
  },
)

test.each([
  ['no rows', 0],
  ['a row', 1],
])('staff choose the rows per page of a list that has rows: with %s', async (_with, totalItems) => {
  const sizes = { sizes: [10, 20], initial: 10, isOfStaff: true }
  const pages = { pagination: { totalItems, totalPages: 1 } }
  const List = () => (
    <main>
      <ListPages paging={{ numbered: sizes }} pages={pages} />
    </main>
  )
  show(createMemoryRouter([{ path: '/', Component: List }]))
  await expect.element(page.getByRole('main')).toBeInTheDocument()
  expect(page.getByRole('combobox', { name: 'Rows per page' }).elements()).toHaveLength(totalItems)
})
