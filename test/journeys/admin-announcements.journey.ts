import type { Page } from '@playwright/test'

import { expectAccessible, looks } from './axe.ts'
import { overflowOf } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, makeCustomer, signInAs } from './journey-users.ts'

const wide = { width: 1360, height: 844 }

async function expectWell(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name, looks[1])
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize(wide)
}

type Email = { to: string[]; subject: string; headers: Record<string, string> }

test('an announcement is written in two languages, previewed, and read and turned off by a customer', async ({
  page,
  browser,
}) => {
  const reader = await makeCustomer({ name: 'Reader' })
  // Unique to this run: the list keeps earlier announcements.
  const title = `Ten percent off ${reader.user.id}`
  await callAs(reader, '/api/user/notification-preferences', 'PUT', { promotions: true })
  await callAs(reader, '/api/user/language', 'PUT', { language: 'ru' })

  await signInAs(page, await getAdmin())
  await page.goto('/admin/announcements')
  await page.getByRole('link', { name: 'New Announcement' }).first().click()
  // The selection is in the URL, which a busy page updates a moment later.
  await page.getByRole('radio', { name: /^Promotion/ }).click()
  await expect(page.getByRole('radio', { name: /^Promotion/ })).toBeChecked()
  await page.getByRole('button', { name: 'Send…' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  const english = page.getByRole('group', { name: 'English' })
  const russian = page.getByRole('group', { name: 'Русский' })
  await english.getByLabel('Title').fill(title)
  await english.getByLabel('Text').fill('Until Sunday.')
  await russian.getByLabel('Title').fill('Скидка 10 %')
  await russian.getByLabel('Text').fill('До воскресенья.')
  // The text and the kind are there after a reload.
  await page.reload()
  await expect(english.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Promotion/ })).toBeChecked()
  const preview = page.locator('section', { has: page.getByRole('heading', { name: 'Preview' }) }).first()
  await expect(preview).toContainText('Until Sunday.')
  await preview.getByRole('button', { name: 'Русский' }).click()
  await expect(preview).toContainText('До воскресенья.')
  await preview.getByRole('button', { name: 'Tiếng Việt' }).click()
  await expect(preview).toContainText('Customers get the English text.')
  await expect(preview).toContainText('Until Sunday.')
  await expectWell(page, 'writing')
  await page.getByRole('button', { name: 'Send…' }).click()
  const question = page.getByRole('alertdialog', { name: `Send “${title}”?` })
  // Other journeys' customers may want it too.
  await expect(question).toContainText(/\d+ customers? will be notified in the app\./)
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(english.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Send…' }).click()
  await question.getByRole('button', { name: 'Send Announcement' }).click()
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText(/\d+ notified in the app/, { timeout: 30_000 })
  await expect(row).toContainText('Sent', { timeout: 30_000 })
  await expectWell(page, 'list')

  const context = await browser.newContext()
  const own = await context.newPage()
  await signInAs(own, reader)
  await own.goto('/notifications')
  await expect(own.getByRole('listitem').filter({ hasText: 'Скидка 10 %' })).toContainText('До воскресенья.')
  await context.close()
})

test('the link in an email turns its kind off with one click, also without a script', async ({ browser }) => {
  const reader = await makeCustomer()
  await callAs(reader, '/api/user/notification-preferences', 'PUT', { newsletter: true })
  const { sandbox_mailbox: mailbox } = (await callAs(reader, '/api/config')) as { sandbox_mailbox: string } // the contract's shape
  const emailOf = async (subject: RegExp): Promise<(Email & { text: string }) | undefined> => {
    const all = (await (await fetch(`${mailbox}/sandbox/emails`)).json()) as (Email & { text: string })[] // the mailbox's own
    return all.find((one) => one.to.includes(reader.user.email) && subject.test(one.subject))
  }
  await expect.poll(async () => (await emailOf(/confirm/i)) !== undefined, { timeout: 30_000 }).toBe(true)
  const token = /\/confirm-email\/(\S+)/.exec((await emailOf(/confirm/i))?.text ?? '')?.[1]
  await callAs(reader, '/api/auth/confirm-email', 'POST', { token })
  await callAs(await getAdmin(), '/api/admin/announcements', 'POST', {
    kind: 'newsletter',
    texts: { en: { title: 'News of the week', text: 'There are new services.' } },
    by_notification: false,
    by_email: true,
  })
  await expect.poll(async () => (await emailOf(/News/)) !== undefined, { timeout: 60_000 }).toBe(true)
  const url = /<(.*)>/.exec((await emailOf(/News/))?.headers['list-unsubscribe'] ?? '')?.[1] ?? 'none'

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're unsubscribed" })).toBeVisible()
  await expect(page.getByText('The newsletter is turned off')).toBeVisible()
  await context.close()
  expect(await callAs(reader, '/api/user/notification-preferences')).toMatchObject({ newsletter: false })
  const withScript = await (await browser.newContext()).newPage()
  await withScript.goto(`${new URL(url).pathname.slice(0, -1)}x`.replace(/^/, new URL(url).origin))
  await withScript.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(withScript.getByRole('alert')).toContainText('invalid')
  await withScript.context().close()
})
