import { expect, test } from './journey.ts'
import { callAs, getAdmin } from './people.ts'

test('what the operator says of the shop is on the front page with the next look, and gone with the one after', async ({
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
  await page.goto('/')
  await expect(figure).toBeVisible()
  await page.getByText('How soon is a refund made?').click()
  await expect(promise).toBeVisible()
  await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Telegram: @journey' })).toHaveAttribute(
    'href',
    'https://t.me/journey',
  )
  await put({ claims: [], faq: [], contact: { email: null, telegram: null } })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(figure).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'help@example.com' })).toHaveCount(0)
})
