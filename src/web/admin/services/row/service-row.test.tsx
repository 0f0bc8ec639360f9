import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  adminService,
  duplicateService,
  listAdminServices,
  updateService,
} from '#contract/catalogue/admin-services.ts'
import { listAdminCategories, placeService } from '#contract/catalogue/sort-order.ts'
import { type Answer, like, refuse } from '#web/testing/answer-calls.ts'
import { openPage } from '#web/testing/open-page.tsx'
import { soldService } from '#web/testing/shop.ts'

let takeAway = () => {}
afterEach(() => takeAway())

const followers = like(adminService, { ...soldService, is_active: true })
const likes = like(adminService, { ...soldService, id: 25, name: 'Instagram Likes' })

/** The list, whose services a test may change before it is reloaded. */
function open(search: string, more: readonly Answer[]) {
  const listed = {
    services: [followers, likes],
    pagination: { totalItems: 2, totalPages: 1, isBounded: false },
  }
  const category = { id: 3, name: 'Instagram: Followers', platform: 'Instagram', services: 2, on_sale: 1 }
  takeAway = openPage(`/admin/services${search}`, 'staff', [
    [listAdminServices, listed],
    [listAdminCategories, { categories: [category], next_cursor: null }],
    ...more,
  ])
  return listed
}

/** Counts requests, and answers when the test allows it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  let count = 0
  return {
    answer: () => {
      count += 1
      return promise
    },
    resolve,
    count: () => count,
  }
}

// Not with the pointer, which waits until a button is no longer busy.
const press = (button: { element: () => Element }) =>
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

test('the switch shows the choice at once, sends it once, and reverts when refused', async () => {
  const update = held()
  open('', [[updateService, update.answer]])
  const sale = page.getByRole('switch', { name: 'Sell Instagram Followers' })
  await expect.element(sale).toBeChecked()
  press(sale)
  await expect.element(sale).not.toBeChecked()
  await expect.element(sale).toHaveAttribute('aria-busy', 'true')
  press(sale)
  await expect.element(sale).not.toBeChecked()
  expect(update.count()).toBe(1)
  update.resolve(refuse(500, { message: 'not today' })())
  await expect.element(sale).toBeChecked()
  await expect.element(sale).not.toHaveAttribute('aria-busy')
  await expect.element(page.getByText('not today')).toBeVisible()
})

test('a service is duplicated once however often the button is pressed, and its copy is linked', async () => {
  const copy = held()
  open('', [[duplicateService, copy.answer]])
  const button = page.getByRole('button', { name: 'Duplicate Instagram Followers' })
  await expect.element(button).toBeVisible()
  press(button)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  press(button)
  expect(copy.count()).toBe(1)
  const service = { ...followers, id: 30, name: 'Instagram Followers (copy)' }
  copy.resolve(Response.json({ success: true, service }))
  const said =
    'Duplicated “Instagram Followers (copy)” as service 30. The copy is not for sale and has no provider.'
  await expect.element(page.getByText(said)).toBeVisible()
  await page.getByRole('link', { name: 'Show Copy' }).click()
  await expect.element(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('30')
})

test('a move announces the new position, and the focus stays on the service, or on its neighbour if it left the page', async () => {
  const listed = open('?category=3&sort=place', [[placeService, {}]])
  const down = (name: string) => page.getByRole('button', { name: `Move ${name} down` })
  await expect.element(down('Instagram Followers')).toBeVisible()
  listed.services = [likes, followers]
  down('Instagram Followers').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Instagram Followers: moved to position 2')).toBeInTheDocument()
  await expect.element(down('Instagram Followers')).toHaveFocus()
  listed.services = [likes]
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Instagram Followers: moved to another page')).toBeInTheDocument()
  await expect.element(down('Instagram Likes')).toHaveFocus()
})
