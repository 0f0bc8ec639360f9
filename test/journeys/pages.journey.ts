import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { buildDir } from '#scripts/build-web.ts'

import { expect, test } from './journey.ts'
import { logIn, signInAs, toAddress } from './people.ts'

const publicPages = [
  '/',
  '/login',
  '/register',
  '/terms',
  '/privacy',
  '/refund',
  '/services',
  '/services/tiktok',
]
const signedInPages = [
  '/dashboard',
  '/new-order',
  '/new-order?service=:service',
  '/orders',
  '/orders/40',
  '/transactions',
  '/transactions/statement',
  '/support',
  '/support?tab=new',
  '/add-funds',
  '/settings',
  '/settings/api',
  '/notifications',
  '/services',
]

/** Its files are there, nothing is on its way, its words are set in their own faces, and that was painted. */
async function untilItStands(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('.animate-appear, [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Headings, figures and other words that ornament lies under. */
function findCrossed(): string[] {
  const boxOf = (part: Element) => part.getBoundingClientRect()
  const ornaments = [...document.querySelectorAll('[data-ornament]')].map(boxOf)
  return [...document.querySelectorAll('h1, h2, p, dt, dd, .figures')].flatMap((part) => {
    const { left, right, top, bottom } = boxOf(part)
    const isCrossed = ornaments.some(
      (one) => one.width > 0 && one.left < right && left < one.right && one.top < bottom && top < one.bottom,
    )
    return isCrossed && right > left ? [part.textContent.slice(0, 60)] : []
  })
}

for (const [who, paths] of [
  ['a stranger', publicPages],
  ['whoever is signed in', signedInPages],
] as const)
  for (const path of paths)
    test(`${path} loads for ${who} without an error, a refused request or a shift`, async ({ page }) => {
      const faults: string[] = []
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('response', (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
      })
      await page.addInitScript(() => {
        const shifts = { sum: 0 }
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          // Layout shifts have these members; the type of entries in general does not.
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) shifts.sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      if (who !== 'a stranger') await signInAs(page, await logIn('demo@example.com', 'demo needs a password'))
      const answer = await page.goto(await toAddress(path))
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (who !== 'a stranger') await expect(page.getByRole('banner')).toContainText('$')
      await untilItStands(page)
      expect(faults).toEqual([])
      expect(await page.evaluate(findCrossed)).toEqual([])
      const shift = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum) // set above
      expect(shift).toBeLessThanOrEqual(0.01)
    })

test('every page carries the safety headers, and a nonce of its own', async ({ request }) => {
  const nonces = new Set<string>()
  for (const path of [...publicPages, '/nothing-here']) {
    const response = await request.get(path)
    const policy = response.headers()['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    expect(scripts).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    nonces.add(/'nonce-([^']+)'/.exec(scripts)?.[1] ?? '')
    expect(response.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(response.headers()['referrer-policy']).toBeTruthy()
    expect(response.headers()['strict-transport-security']).toBeUndefined()
    const html = await response.text()
    expect(html).toMatch(/<html[^>]* lang="en"/)
    expect(html).toMatch(/<title>[^<]+<\/title>/)
    expect(html).toMatch(/<meta name="viewport"/)
  }
  expect(nonces.size).toBe(publicPages.length + 1)
  for (const file of ['/favicon.svg', '/robots.txt']) expect((await request.get(file)).status()).toBe(200)
})

test('the gallery of parts is in no build', async ({ request }) => {
  expect((await request.get('/gallery')).status()).toBe(404)
  const entries = await readdir(buildDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => /\.(?:js|map)$/.test(entry.name))
  // Maps name each file that went into a build.
  const sources = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  )
  expect(sources.some((text) => text.includes('src/web/ui/button.tsx'))).toBe(true)
  expect(sources.filter((text) => /web\/gallery\//.test(text))).toEqual([])
})
