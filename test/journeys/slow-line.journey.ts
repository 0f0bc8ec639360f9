import { countShifts, readShifts } from './count-shifts.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, password } from './journey-users.ts'

/** 1.6 Mbit/s, 300 ms round trip, a CPU four times slower. */
const slowLine = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowCpu = 4
/** Less than users notice: a loading font moves its neighbours by some pixels. */
const shiftMax = 0.05

test('on a slow connection a visitor gets from the landing page to a placed order, on a slow machine to an account: nothing is lost, nothing jumps', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const slow = { timeout: 60_000 }
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', slowLine)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
  await countShifts(page)

  await page.goto('/')
  const onLanding = await readShifts(page)
  await page.getByRole('link', { name: 'Create Free Account' }).first().click()
  // Typed as soon as a field is visible, long before hydration.
  const email = `slow-${Date.now()}@example.com`
  await page.getByLabel('Name').pressSequentially('Slow Line', slow)
  await page.getByLabel('Email').pressSequentially(email)
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
  await page.getByLabel('Confirm password').pressSequentially(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).last().click(slow)
  await expect(page).toHaveURL(/\/dashboard$/, slow)
  await expect(page.getByText('No orders found. Start by placing a new order!')).toBeVisible(slow)
  // The throttle keeps a core busy. fast-typing.journey.ts tests the order form on a slow machine.
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const people = (await callAs(await getAdmin(), `/api/admin/users?search=${email}`)) as {
    users: { id: number }[]
  } // the contract's shape
  const id = people.users[0]?.id ?? 0
  const adjustment = { balance: 50, expected_balance: 0, reason: 'For a journey' }
  await callAs(await getAdmin(), `/api/admin/users/${id}`, 'PUT', adjustment)
  await expect(page.getByRole('banner')).toContainText('$50.00', slow)

  await page.getByRole('link', { name: 'New Order' }).first().click()
  const picker = page.getByRole('combobox', { name: 'Service' })
  await picker.pressSequentially(String(service.id), slow)
  const found = page.getByRole('listbox').getByRole('option').first()
  // The list for a shorter number is rendered again when typing pauses.
  await expect(found).toContainText(new RegExp(`^${service.id}(?!\\d)`), slow)
  await found.click(slow)
  const target = `https://example.com/slow-${Date.now()}`
  await page.getByRole('textbox', { name: 'Link' }).pressSequentially(target)
  await page.getByRole('button', { name: /^Place/ }).click(slow)
  const receipt = page.getByRole('region', { name: 'Order placed' })
  await expect(receipt).toContainText(target, slow)
  const { orders } = (await callAs(await getAdmin(), `/api/orders?user_id=${id}`)) as {
    orders: { link: string }[]
  } // the contract's shape
  expect(orders.map(({ link }) => link)).toEqual([target])
  for (const { sum, moved } of [onLanding, await readShifts(page)])
    expect(sum, moved.join('\n')).toBeLessThanOrEqual(shiftMax)
})
