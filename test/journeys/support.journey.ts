import type { Page } from '@playwright/test'

import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, makeCustomer, type Person, signInAs } from './journey-users.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

async function openTicket(person: Person, subject: string): Promise<number> {
  const body = { subject, category: 'Other', message: 'Hello' }
  const { ticket } = (await callAs(person, '/api/tickets', 'POST', body)) as { ticket: { id: number } } // the contract's shape
  return ticket.id
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a question is asked on a phone with a picture, answered live, replied to on a wide screen and resolved; a ticket and a reply whose answers are lost are stored once, however often they are sent; text typed while an answer is being sent stays in the box, also after a reload, and is sent separately', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const customer = await makeCustomer()
  await signInAs(page, customer)
  await page.goto('/support')
  await expect(page.getByText(/^No tickets yet\./)).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button', { name: 'New Ticket' }).click()
  await expect(page).toHaveURL(/\?tab=new$/)

  // Errors are at their fields, and the input survives a reload.
  await page.getByRole('textbox', { name: 'Subject' }).fill('Where is my order?')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByText('Please choose a category')).toBeVisible()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Where is my order?')
  await expect(page.getByText('Draft restored')).toBeVisible()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Order Issue')
  await page.getByRole('textbox', { name: 'Message' }).fill('It has not begun.\nWhy?')
  const box = page.locator('input[type=file]')
  const four = Array.from({ length: 4 }, (_, index) => file(`${index}.png`, picture))
  await box.setInputFiles(four)
  await expect(page.getByText('You can upload a maximum of 3 files')).toBeVisible()
  await page.getByRole('button', { name: 'Remove 1.png' }).click()
  await page.getByRole('button', { name: 'Remove 2.png' }).click()
  await box.setInputFiles([file('large.png', Buffer.alloc(2_097_153))])
  await expect(page.getByText('Some files exceed the 2MB size limit')).toBeVisible()
  await page.getByRole('textbox', { name: 'Order ID' }).fill('987654')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByText("This order isn't in your account")).toBeVisible()
  // A refusal disappears once it is fixed; a word is no order either.
  await page.getByRole('textbox', { name: 'Order ID' }).fill('the last one')
  await expect(page.getByText("This order isn't in your account")).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByText("This order isn't in your account")).toBeVisible()
  await page.getByRole('textbox', { name: 'Order ID' }).fill('')
  await page.getByRole('button', { name: 'Create Ticket' }).click()

  await expect(dialog(page).getByRole('heading', { name: 'Where is my order?' })).toBeVisible()
  await expect(page).toHaveURL(/\/support\/tickets\/\d+$/)
  const saved = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: /^Download 0\.png/ })
    .click()
  expect((await saved).suggestedFilename()).toBe('0.png')

  const id = /\d+$/.exec(page.url())?.[0]
  const answer = { message: 'It begins within the hour.' }
  await callAs(await getAdmin(), `/api/admin/tickets/${id}/messages`, 'POST', answer)
  await expect(dialog(page).getByText('It begins within the hour.')).toBeInViewport()
  await page.setViewportSize({ width: 1360, height: 820 })
  await dialog(page).getByRole('textbox', { name: 'Your reply' }).fill('Thank you!')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Thank you!' })).toBeInViewport()
  await expect(dialog(page).getByRole('textbox', { name: 'Your reply' })).toHaveValue('')
  await dialog(page).getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(page.getByText('Ticket marked as resolved')).toBeVisible()
  await expect(dialog(page).getByText('This ticket is closed.')).toBeVisible()
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
  await dialog(page).getByRole('link', { name: 'New Ticket' }).click()
  await expect(page).toHaveURL(/\?tab=new$/)
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('')

  /** The request arrives, and no answer comes back: neither at first nor for the retry. */
  const loseAnswers = (path: RegExp) =>
    page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
  const tickets = /\/api\/tickets$/
  await loseAnswers(tickets)
  await page.getByRole('textbox', { name: 'Subject' }).fill('A bad line')
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Other')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.unroute(tickets)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'A bad line' })).toBeVisible()

  const messages = /\/api\/tickets\/\d+\/messages$/
  await loseAnswers(messages)
  const reply = dialog(page).getByRole('textbox', { name: 'Your reply' })
  await reply.fill('Is it you?')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await page.unroute(messages)
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(reply).toHaveValue('')
  await page.reload()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Is it you?' })).toHaveCount(1)
  const { tickets: own } = (await callAs(customer, '/api/tickets')) as { tickets: unknown[] } // the contract's shape
  expect(own).toHaveLength(2)

  const letGo = await hold(page, '**/api/tickets/*/messages')
  await reply.fill('The first half.')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await reply.pressSequentially(' The second half.')
  letGo()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'The first half.' })).toBeVisible()
  await expect(reply).toHaveValue('The second half.')
  await page.reload()
  await expect(reply).toHaveValue('The second half.')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'The second half.' })).toHaveCount(1)
  await expect(reply).toHaveValue('')
})

test('an answer is unread in the list and in the bell, leads to its ticket, and is read there; tickets are found by keyboard only, and a missing one says so', async ({
  page,
}) => {
  const customer = await makeCustomer()
  const id = await openTicket(customer, 'A question')
  await openTicket(customer, 'Another')
  await signInAs(page, customer)
  // It arrives after the page has loaded, but before it receives events.
  const letGo = await hold(page, '**/api/events')
  const read = ['**/api/notifications?*', '**/api/notifications/unread'].map((path) =>
    page.waitForResponse(path),
  )
  await page.goto('/support')
  await expect(page.getByRole('tab', { name: 'My Tickets' })).toBeVisible()
  await Promise.all(read)
  await callAs(await getAdmin(), `/api/admin/tickets/${id}/messages`, 'POST', { message: 'An answer' })
  letGo()
  await expect(page.getByRole('tab', { name: 'My Tickets (1)' })).toBeVisible()
  await expect(page.getByRole('link', { name: `Unread: View ticket ${id}: A question` })).toBeVisible()
  await page.getByRole('button', { name: /otification/ }).click()
  await page.getByRole('link', { name: `Support replied to your ticket #${id}` }).click()
  await expect(dialog(page).getByText('An answer')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/support$/)
  await expect(page.getByRole('tab', { name: 'My Tickets', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  const rows = page.getByRole('table').getByRole('link')
  await expect(rows).toHaveCount(2)
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Hello')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(rows.first()).toBeFocused()
  await goInside(page, '/support/tickets/999999')
  await expect(dialog(page).getByText('Ticket Not Found')).toBeVisible()
  await dialog(page).getByRole('link', { name: 'Back to My Tickets' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('tab', { name: 'FAQs' }).click()
  await page.getByText('When is my balance charged?').click()
  await expect(page.getByText('once, with the total you were shown')).toBeVisible()
})
