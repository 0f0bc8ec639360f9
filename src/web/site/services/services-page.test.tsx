import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { indexColumns } from '#contract/catalogue/catalogue.ts'
import { money } from '#contract/base/money.ts'
import type { Route } from './+types/services-page.ts'
import { firstKey, servicesPerPage } from './load-services.ts'
import ServicesPage from './services-page.tsx'
import '#web/ui/styles/app.css'

const count = 10_000
const categories = [
  { id: 1, name: 'Instagram Likes', platform: 'Instagram', services: count / 2 },
  { id: 2, name: 'Instagram Views', platform: 'Instagram', services: count / 2 },
]
const nameOf = (id: number) => `Service ${id}`
const rows = Array.from({ length: count }, (_, at) => {
  const category = at < count / 2 ? 1 : 2
  const [rate, type] = at === 4_000 ? [0.75, 'Default'] : at === 4_001 ? [0.01, 'Package'] : [1.5, 'Default']
  return [at + 1, nameOf(at + 1), category, 'Instagram', rate, 10, 1000, type, 0, 0, null, null, null]
})
const loaded = {
  first: Array.from({ length: servicesPerPage }, (_, at) => ({
    id: at + 1,
    name: nameOf(at + 1),
    description: 'Starts at once',
    category: { id: 1, name: 'Instagram Likes' },
    platform: 'Instagram',
    rate: money(150_000_000n),
    min: 10,
    max: 1000,
    type: 'Default' as const,
    refill: false,
    cancel: false,
    averageTime: null,
    measuredTime: null,
  })),
  firstOf: firstKey(undefined, new URLSearchParams()),
  pages: { page: 1, totalPages: count / servicesPerPage },
  lowest: new Map([[1, 75_000_000n]]),
  categories,
  failure: undefined,
}

// The component ignores React Router's other props.
const props = { loaderData: loaded, params: {} } as unknown as Route.ComponentProps

let router: ReturnType<typeof createMemoryRouter>
let takeAway = () => {}
beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/index')) return Response.json({ columns: indexColumns, rows, version: '1' })
    return Response.json(path.includes('/categories') ? categories : [])
  })
  router = createMemoryRouter(
    [
      {
        path: '/services',
        element: <ServicesPage {...props} />,
      },
    ],
    { initialEntries: ['/services'] },
  )
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<RouterProvider router={router} />)
  takeAway = () => {
    root.unmount()
    host.remove()
    scrollTo({ top: 0, behavior: 'instant' })
  }
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

const cards = page.getByRole('article')
const heightOfPage = () => document.documentElement.scrollHeight
const idsShown = () => cards.elements().map((card) => Number(card.getAttribute('data-service')))

test('10,000 services are on pages of 25 whose end can be reached; the next page begins at the top of the list, with the focus', async () => {
  await expect.poll(() => cards.elements().length).toBe(servicesPerPage)
  const sent = cards.first().element()
  const order = page.getByRole('link', { name: `Order Now: ${nameOf(1)}`, exact: true })
  await order.hover()
  await expect.element(page.getByText('10,000 services')).toBeVisible()
  // The index replaced what the server sent: the rows keep their elements, and with them the focus.
  expect(cards.first().element()).toBe(sent)
  expect(heightOfPage()).toBeLessThan(3_500)

  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect.poll(() => router.state.location.search).toBe('?page=2')
  await expect.poll(() => idsShown()[0]).toBe(servicesPerPage + 1)
  const list = page.getByRole('list', { name: 'List of services' }).element()
  await expect.poll(() => Math.abs(list.getBoundingClientRect().top - 60)).toBeLessThan(20)
  expect(list.parentElement).toBe(document.activeElement)
  expect(heightOfPage()).toBeLessThan(3_500)

  await page.getByRole('link', { name: 'Last page' }).click()
  await expect.poll(() => idsShown().at(-1)).toBe(count)
  await router.navigate('/services?page=900')
  await expect.poll(() => idsShown().at(-1)).toBe(count)
})

test('another search or category begins at its first page, and neither scrolls nor takes the focus', async () => {
  await cards.first().hover()
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect.poll(() => router.state.location.search).toBe('?page=3')
  const box = page.getByRole('searchbox', { name: 'Search services' })
  await userEvent.type(box, 'service 99')
  await expect.poll(() => router.state.location.search).toBe('?search=service+99')
  await expect.poll(() => idsShown()[0]).toBe(99)
  await expect.element(box).toHaveFocus()

  await box.fill('')
  await expect.poll(() => router.state.location.search).toBe('')
  await expect.poll(() => idsShown()[0]).toBe(1)
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect.poll(() => router.state.location.search).toBe('?page=3')
  const category = page.getByRole('button', { name: /^Instagram Views/ })
  await category.click()
  await expect.poll(() => router.state.location.search).toBe('?category=2')
  await expect.poll(() => idsShown()[0]).toBe(count / 2 + 1)
  await expect.element(category).toHaveFocus()
})

test('each category has a sticky heading with its lowest rate; in another order there are none', async () => {
  await cards.first().hover()
  const heading = page.getByRole('heading', { level: 2, name: 'Instagram Likes' })
  await expect.element(heading).toBeVisible()
  // The cheapest of the whole category, excluding packages.
  await expect.element(page.getByText('from $0.75 per 1,000')).toBeVisible()
  scrollTo({ top: 1_200, behavior: 'instant' })
  await expect.poll(() => Math.round(heading.element().getBoundingClientRect().top)).toBeLessThan(90)
  expect(heading.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(50)
  scrollTo({ top: 0, behavior: 'instant' })

  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('price-down')
  await expect.poll(() => router.state.location.search).toBe('?sort=price-down')
  await expect.element(heading).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Instagram Service 1', exact: true }))
    .toBeVisible()
})

test('with a quantity entered each row shows its price, or the allowed quantities', async () => {
  await router.navigate('/services?page=3')
  await expect.poll(() => idsShown()[0]).toBe(2 * servicesPerPage + 1)
  const said = () => cards.first().element().textContent
  const box = page.getByRole('textbox', { name: 'Quantity' })
  await box.fill('1,000')
  await expect.poll(said).toContain('For 1,000$1.50')
  await expect.poll(() => router.state.location.search).toBe('?page=3&quantity=1%2C000')
  await box.fill('1001')
  await expect.poll(said).toContain('For 1,001min 10, max 1,000')
  await box.fill('2k')
  await expect.poll(said).toContain('For 2,000min 10')
  await box.fill('')
  await expect.poll(said).not.toContain('For')
  expect(idsShown()[0]).toBe(2 * servicesPerPage + 1)
})

test('the file has what the list has', async () => {
  await cards.first().hover()
  const file = page.getByRole('link', { name: 'Export' })
  await expect.element(file).toHaveAttribute('href', '/api/services/export.csv')
  await page.getByRole('button', { name: /^Instagram Views/ }).click()
  await expect.element(file).toHaveAttribute('href', '/api/services/export.csv?category=2')
  await page.getByRole('searchbox', { name: 'Search services' }).fill('service 77')
  await expect.element(file).toHaveAttribute('href', '/api/services/export.csv?category=2&search=service+77')
  await page.getByRole('searchbox', { name: 'Search services' }).fill('https://www.instagram.com/p/abc')
  await expect.element(file).toHaveAttribute('href', '/api/services/export.csv?platform=Instagram')
})
