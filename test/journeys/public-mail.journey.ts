import type { Browser, BrowserContext, Page } from '@playwright/test'

import { dark, expectAccessible, looks, wholePage } from './axe.ts'
import { untilItStands } from './every-page.ts'
import { expect, type SandboxFacts, test } from './journey.ts'
import { callAs, getAdmin, logIn, makeCustomer } from './journey-users.ts'

type Shown = { to: string[]; subject: string; text: string; html: string }

/** The matching link in the newest email to this address. */
async function linkIn({ mailbox }: SandboxFacts, email: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const emails = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
    const received = emails.find(({ to, text }) => to.includes(email) && text.includes(path))
    link = received?.text.match(new RegExp(`https?://\\S+${path}\\S+`))?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return link ?? 'none'
}

/** A browser without scripts. */
async function withoutScript(browser: Browser, baseURL: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  return [context, await context.newPage()]
}

test('a forgotten password is reset by email, and its link expires then', async ({ page, sandbox }) => {
  const { user } = await makeCustomer()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(user.email.toUpperCase())
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('Password reset link has been sent to your email.').first()).toBeVisible()

  const link = await linkIn(sandbox, user.email, '/reset-password/')
  const answer = await page.goto(link)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm new password').fill('another password')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible()
  // Automatically, after 3 s (spec §9).
  await expect(page).toHaveURL(/\/login$/, { timeout: 15_000 })
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await untilItStands(page)

  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('heading', { name: 'Invalid Token' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a New Link' }).click()
  await expect(page).toHaveURL('/forgot-password')
  expect(complaints).toEqual([])
})

test('a message sent without scripts keeps its input, is confirmed, and staff answer', async ({
  browser,
  baseURL,
  page,
}) => {
  const [context, plain] = await withoutScript(browser, baseURL ?? '')
  await plain.goto('/ru/contact')
  await plain.getByLabel('Имя').fill('Анна')
  await plain.getByLabel('Почта').fill('nowhere')
  await plain.getByLabel('Тема').fill('Вопрос')
  await plain.getByLabel('Сообщение').fill('Как долго?')
  await plain.getByRole('button', { name: 'Отправить' }).click()
  await expect(plain.getByText('Введите корректный адрес почты').first()).toBeVisible()
  await expect(plain.getByLabel('Сообщение')).toHaveValue('Как долго?')
  const email = `stranger-${Date.now()}@example.com`
  await plain.getByLabel('Почта').fill(email)
  await plain.getByRole('button', { name: 'Отправить' }).click()
  await expect(plain).toHaveURL(/\/ru\/contact\?sent=1$/)
  await expect(plain.getByText('Ваше сообщение отправлено!')).toBeVisible()
  await plain.getByRole('link', { name: 'Отправить ещё одно' }).click()
  await expect(plain.getByLabel('Сообщение')).toHaveValue('')
  await plain.goto('/faq')
  await plain.getByRole('searchbox', { name: 'Search the questions' }).fill('idempotency')
  await plain.getByRole('button', { name: 'Find' }).click()
  await expect(plain.getByText('How do I make sure my app never orders twice?')).toBeVisible()
  await expect(plain.getByText('Is there an API?')).toHaveCount(0)
  await plain.getByRole('searchbox', { name: 'Search the questions' }).fill('zzzz')
  await plain.getByRole('button', { name: 'Find' }).click()
  await plain.getByRole('link', { name: 'Show All Questions' }).click()
  await expect(plain.getByText('Is there an API?')).toBeVisible()
  // Parts that need a script say so, and other parts do not.
  const needsScript = plain.getByRole('alert')
  await plain.goto('/vi/reset-password/none')
  await expect(plain.getByRole('heading', { name: 'Token Không Hợp Lệ' })).toBeVisible()
  await expect(needsScript).toHaveCount(0)
  await plain.getByRole('link', { name: 'Yêu cầu liên kết mới' }).click()
  await expect(plain).toHaveURL(/\/vi\/forgot-password$/)
  await expect(needsScript).toContainText('JavaScript')
  await context.close()

  const admin = await getAdmin()
  await expect
    .poll(async () => JSON.stringify(await callAs(admin, '/api/admin/contact?status=open')), {
      timeout: 30_000,
    })
    .toContain(email)
  await page.addInitScript((session) => localStorage.setItem('session', session), JSON.stringify(admin))
  await page.goto('/admin/contact')
  await page.getByText('Вопрос').first().click()
  await expect(page.getByText('Как долго?').first()).toBeVisible()
  await expectAccessible(page, 'messages', dark)
  const message = page.getByRole('listitem').filter({ hasText: 'Вопрос' })
  await message.getByRole('button', { name: 'Mark as Answered' }).click()
  await expect(message).toHaveCount(0)
})

test("a customer's message becomes their ticket, and the form says what is missing", async ({ page }) => {
  const person = await makeCustomer({ name: 'Mai' })
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  for (const sentence of [
    'Name is required',
    'Email is required',
    'Please enter a subject',
    'Please enter a message',
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await page.getByLabel('Name').fill('Mai')
  await page.getByLabel('Email').fill(person.user.email)
  await page.getByLabel('Subject').fill('About my order')
  await page.getByLabel('Message').fill('Where is it?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has been sent successfully!').first()).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await callAs(person, '/api/tickets')), { timeout: 30_000 })
    .toContain('About my order')
  expect((await logIn(person.user.email, 'a long password')).user.id).toBe(person.user.id)
})

test('emails are readable in both themes, wide and narrow', async ({ page, sandbox }) => {
  const { user } = await makeCustomer()
  await linkIn(sandbox, user.email, '/confirm-email/')
  const emails = (await (await fetch(`${sandbox.mailbox.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
  const received = emails.find(({ to, html }) => to.includes(user.email) && html !== undefined)
  await page.setContent(received?.html ?? 'no email')
  const groundOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const grounds: string[] = []
  for (const look of looks) {
    await expectAccessible(page, 'email', look, wholePage)
    grounds.push(await groundOf())
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  }
  expect(grounds).toEqual(['rgb(245, 244, 238)', 'rgb(13, 20, 22)'])
})
