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

/** A list whose searches never finish: what is pressed meanwhile is pressed while one is running. */
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
    // A step belongs to the entry that it left: this list has one of its own.
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

test('the link to the last page is gone on it: the keyboard goes on from its number', async () => {
  function Pages() {
    return <Pager page={pageIn(new URLSearchParams(useLocation().search))} totalPages={3} />
  }
  show(createMemoryRouter([{ path: '/list', Component: Pages }], { initialEntries: ['/list?page=2'] }))
  const last = page.getByRole('link', { name: 'Last page' })
  await expect.element(last).toBeVisible()
  const link = last.element() as HTMLElement // a link
  link.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(last).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Page 3' })).toHaveFocus()
})

test('of Newest and Older the one that is left takes the focus of the one that is gone', async () => {
  function Pages() {
    const isLast = new URLSearchParams(useLocation().search).has('cursor')
    return <ListPages paging={{}} pages={{ nextCursor: isLast ? null : '7' }} />
  }
  show(createMemoryRouter([{ path: '/list', Component: Pages }], { initialEntries: ['/list'] }))
  const link = (name: string) => page.getByRole('link', { name })
  await expect.element(link('Older')).toBeVisible()
  const older = link('Older').element() as HTMLElement // a link
  older.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(link('Newest')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(link('Older')).toHaveFocus()
})

test('without focus on Newest or Older, the place is kept when the list is read again', async () => {
  function Pages() {
    return <ListPages paging={{}} pages={{ nextCursor: useLocation().hash === '' ? '7' : '6' }} />
  }
  const router = createMemoryRouter([{ path: '/list', Component: Pages }], { initialEntries: ['/list'] })
  show(router)
  const older = page.getByRole('link', { name: 'Older' })
  await expect.element(older).toHaveAttribute('href', '/list?cursor=7')
  await router.navigate('/list#read-again')
  await expect.element(older).toHaveAttribute('href', '/list?cursor=6')
  expect(document.activeElement).toBe(document.body)
})
