import { Link } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { AdminOrdersFilters } from './orders-filters.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

const named = { user: null, service: null, api_key: null, providers: [{ id: 3, name: 'Peak Panel' }] }

test('a saved view that names a provider shows that it does, and an ID that filters nothing is an error', async () => {
  takeAway = await showPart(
    <>
      <Link to="/admin/orders?provider=3">Late ones</Link>
      <AdminOrdersFilters toReview={0} named={named} />
    </>,
  )
  const provider = page.getByRole('combobox', { name: 'Provider' })
  await expect.element(page.getByRole('button', { name: 'More filters' })).toBeVisible()
  await expect.element(provider).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Late ones' }).click()
  await expect.element(provider).toHaveValue('3')
  await expect.element(page.getByText('Orders sent to “Peak Panel”')).toBeVisible()

  const wrong = page.getByText('Not a valid ID. This filter is ignored.')
  for (const [name, id] of [
    ['Service ID', '12'],
    ['API key ID', '0b4c2f6e-5d0e-4b44-9a3e-2f1f0a9c7d11'],
  ] as const) {
    const box = page.getByRole('textbox', { name })
    await box.fill('abc')
    await expect.element(wrong).toBeVisible()
    await expect.element(box).toHaveAccessibleDescription(/Not a valid ID/)
    await box.fill(id)
    await expect.element(wrong).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Show All' }).click()
  await expect.element(provider).toHaveValue('')
})
