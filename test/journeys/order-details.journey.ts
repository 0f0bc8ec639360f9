import { dark, expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { callAs, makeCustomer, signInAs } from './journey-users.ts'
import { setSpeed } from './set-speed.ts'

type Listed = { id: number; name: string; type: string; min: number; max: number; refill: boolean }

test('an order updates live on its page, in two tabs at once, with its actions', async ({
  page,
  context,
  sandbox,
}) => {
  const person = await makeCustomer({ balance: 500 })
  await signInAs(page, person)
  const services = (await callAs(person, '/api/services?limit=200')) as Listed[] // the contract's shape
  const service = services.find(({ type, refill, max }) => type === 'Default' && refill && max >= 1000)
  if (service === undefined) throw new Error('nothing that refills is sold')
  const body = { service_id: service.id, link: 'https://example.com/curve', quantity: 1000 }
  const answer = (await callAs(person, '/api/orders/create', 'POST', body)) as { order: { id: number } } // likewise
  const { order } = answer
  await page.goto(`/orders/${order.id}`)
  const other = await context.newPage()
  await other.goto(`/orders/${order.id}`)

  // Delivered once both have shown its beginning: at the sandbox's usual speed that takes ten seconds.
  await setSpeed(sandbox, 5)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1 })).toContainText('COMPLETED', { timeout: 60_000 })
    await expect(tab.getByRole('img', { name: /^Delivered so far: 1,000 of 1,000/ })).toBeVisible({
      timeout: 30_000,
    })
  }
  await setSpeed(sandbox, 1)
  await other.close()
  await page.getByText('Figures', { exact: true }).click()
  await expect(page.getByRole('table').getByRole('row').last()).toContainText('1,000')
  await expect(page.getByText('This order is closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refill Order' })).toBeEnabled()
  await expectAccessible(page, 'a completed order', dark)

  // A ticket about it, prefilled.
  await page.getByRole('link', { name: 'Get Help' }).click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(new RegExp(`^Order ${order.id}: `))
  await expect(page.getByRole('textbox', { name: 'Order ID' })).toHaveValue(String(order.id))
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Order Issue')
})
