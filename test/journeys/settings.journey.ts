import { expect, test } from './journey.ts'
import { callAs, getAdmin } from './people.ts'

test('what the operator says of the shop is on the front page within moments, and gone as soon', async ({
  page,
}) => {
  const admin = await getAdmin()
  const put = (settings: unknown) => callAs(admin, '/api/admin/settings', 'PUT', settings)
  const figure = page.getByText('12 clients of a journey')
  const promise = page.getByText('Within a journey.')
  await put({
    claims: [{ value: '12', label: '12 clients of a journey' }],
    faq: [{ question: 'How soon is a refund made?', answer: 'Within a journey.' }],
    contact: { email: 'help@example.com', telegram: '@journey' },
  })
  // The front page is kept for a moment.
  await expect(async () => {
    await page.goto('/')
    await expect(figure).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await page.getByText('How soon is a refund made?').click()
  await expect(promise).toBeVisible()
  await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Telegram: @journey' })).toHaveAttribute(
    'href',
    'https://t.me/journey',
  )
  await put({ claims: [], faq: [], contact: { email: null, telegram: null } })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(figure).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'help@example.com' })).toHaveCount(0)
})
