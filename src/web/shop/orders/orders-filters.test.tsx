import { Link, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ApiMark } from '#web/parts/orders/api-mark.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { OrdersFilters } from './orders-filters.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

const counts = {
  all: 2,
  pending: 0,
  processing: 0,
  completed: 2,
  partial: 0,
  refill: 0,
  canceled: 0,
  refunded: 0,
  failed: 0,
}
const id = (first: string) => `${first}000000-0000-4000-8000-000000000001`

function Shown({ names }: { names: readonly string[] }) {
  const keys = names.map((name, at) => ({ id: id(`a${at}`), name }))
  return (
    <>
      <OrdersFilters counts={counts} keys={keys} searched={undefined} />
      <output aria-label="address">{useLocation().search}</output>
    </>
  )
}

test("orders are filtered by a key's name, kept in the URL; a replaced key is distinguished from its replacement", async () => {
  takeAway = await showPart(<Shown names={['Bot', 'Bot', 'Shop']} />)
  const choice = page.getByRole('combobox', { name: 'API key' })
  const options = choice.element().querySelectorAll('option')
  expect([...options].map((option) => option.textContent)).toEqual([
    'All orders',
    'Bot · a000',
    'Bot · a100',
    'Shop',
  ])
  await choice.selectOptions('Shop')
  await expect.element(page.getByLabelText('address')).toHaveTextContent(`?key=${id('a2')}`)
  await choice.selectOptions('All orders')
  await expect.element(page.getByLabelText('address')).toHaveTextContent('')
})

test('a customer who never had a key has no such filter', async () => {
  takeAway = await showPart(<Shown names={[]} />)
  await expect.element(page.getByRole('searchbox', { name: 'Search orders' })).toBeVisible()
  expect(page.getByRole('combobox', { name: 'API key' }).elements()).toEqual([])
})

function ShownSearched() {
  const { search } = useLocation()
  return (
    <>
      <OrdersFilters counts={counts} searched={400} totalPages={2} />
      <Link to="?search=word&page=1">First</Link>
      <Link to="?search=word&page=2">Last</Link>
      <Link to="?key=one&page=1">Key</Link>
      <output aria-label="address">{search}</output>
    </>
  )
}

test('the last page of a search says how far it went and has Older; each page says how many orders of a key there are', async () => {
  takeAway = await showPart(<ShownSearched />)
  const isSaidAt = async (link: string, address: string) => {
    await page.getByRole('link', { name: link }).click()
    await expect.element(page.getByLabelText('address')).toHaveTextContent(address)
    return page.getByText(/400 orders/).elements().length === 1
  }
  expect(await isSaidAt('Last', '?search=word&page=2')).toBe(true)
  expect(await isSaidAt('First', '?search=word&page=1')).toBe(false)
  expect(await isSaidAt('Key', '?key=one&page=1')).toBe(true)
})

test('an order by API shows its key’s full name in a tooltip, and other orders show nothing', async () => {
  const name = 'A key with a name that is much too long for a cell'
  takeAway = await showPart(
    <>
      <ApiMark apiKey={{ id: id('a0'), name }} />
      <ApiMark apiKey={{ id: id('a1'), name: null }} />
      <ApiMark apiKey={null} />
    </>,
  )
  await expect.element(page.getByTitle(`API: ${name}`)).toBeVisible()
  const marks = document.querySelectorAll('main bdi')
  expect([...marks].map((mark) => mark.textContent)).toEqual([`API: ${name}`, 'API'])
  expect(page.getByTitle(`API: ${name}`).element().clientWidth).toBeLessThan(200)
})
