import { mkdirSync } from 'node:fs'

import { type Browser, chromium } from 'playwright'

import { findChromium } from './find-chromium.ts'

/**
 * Takes the README's screenshots from a running demo: `node scripts/take-pictures.ts http://127.0.0.1:3000
 * PASSWORD`, with the demo customer's password.
 */
const [url = 'http://127.0.0.1:3000', password = ''] = process.argv.slice(2)
const folder = 'docs/pictures'
const size = { width: 1360, height: 820 }

const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
mkdirSync(folder, { recursive: true })
const session = await logIn()
for (const theme of ['light', 'dark'] as const) await take(browser, theme)
await browser.close()

async function logIn(): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password }),
  })
  if (!response.ok) throw new Error(`The demo customer can not sign in: ${await response.text()}`)
  return response.text()
}

async function take(browser: Browser, theme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, locale: 'en-US' })
  const page = await context.newPage()
  const save = (name: string) => page.screenshot({ path: `${folder}/${name}-${theme}.png` })
  for (const [name, path] of [
    ['landing', '/'],
    ['login', '/login'],
  ] as const) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await save(name)
  }
  await page.evaluate((text) => localStorage.setItem('session', text), session)
  await page.goto(`${url}/new-order`, { waitUntil: 'load' })
  await page.getByRole('combobox', { name: 'Service' }).pressSequentially('instagram followers refill')
  await page.getByRole('listbox').getByRole('option').nth(1).click()
  await page.getByRole('textbox', { name: 'Link' }).fill('https://instagram.com/linh.studio')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2,500')
  await page.getByRole('heading', { level: 1 }).click()
  await page.waitForTimeout(500)
  await save('new-order')
  await page.goto(`${url}/dashboard`, { waitUntil: 'load' })
  await page.waitForTimeout(800)
  await save('dashboard')
  await context.close()
}
