import { expect, test } from './journey.ts'
import { getDemo, signInAs } from './people.ts'

test('a press anywhere on a row leads to its order, and back to the list as it was left', async ({
  page,
}) => {
  await signInAs(page, await getDemo())
  await page.goto('/orders?status=completed')
  await page.getByRole('row').nth(1).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  await page.getByRole('link', { name: 'Back to Order History' }).click()
  await expect(page).toHaveURL(/\/orders\?status=completed$/)

  await page.goto('/dashboard')
  await page.getByRole('table').getByRole('row').nth(1).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('it is the same', async ({ page }) => {
    await signInAs(page, await getDemo())
    await page.goto('/orders')
    await page
      .getByRole('row')
      .nth(1)
      .click({ position: { x: 200, y: 6 } })
    await expect(page).toHaveURL(/\/orders\/\d+$/)
  })
})
