import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { Browser, Page } from '@playwright/test'

import { buildDir } from '#scripts/build-web.ts'

import { expectAccessible, looks } from './axe.ts'
import { everyPage, logInViewer, overflowOf, untilItStands, type WalkedPage } from './every-page.ts'
import { expect, test } from './journey.ts'
import { signInAs, toAddress } from './people.ts'

/** What a customer's first page may weigh, and each after it, in kB of scripts. */
const firstViewKilobytes = 220
const furtherKilobytes = 40
/** Those that bring dialogs along at once are above it, and held where they are. */
const withDialogs = new Set([
  '/settings/security',
  '/settings/api',
  '/support/tickets/1',
  '/support/tickets/999999',
])
const dialogKilobytes = 35

/** What a page shows beside what it shows at its bare address. */
const more: readonly WalkedPage[] = [
  { open: '/new-order?service=:service', viewer: 'customer' },
  { open: '/services', viewer: 'customer' },
  { open: '/support?tab=new', viewer: 'customer' },
  { open: '/support?tab=faqs', viewer: 'customer' },
]

/** Of what is not there, or not any more: they answer so, and stand all the same. */
const ofNothing: readonly WalkedPage[] = [
  { open: '/orders/999999', viewer: 'customer' },
  { open: '/support/tickets/999999', viewer: 'customer' },
  { open: '/add-funds/success?order_id=unknown', viewer: 'customer' },
]
const tellsOfNothing = new Set([
  '/nothing-here',
  '/add-funds/success',
  '/support/tickets/1',
  '/admin/tickets/1',
  ...ofNothing.map(({ open }) => open),
])

test.use({ viewport: { width: 1360, height: 844 } })

/** Its words are set in their own faces, and that was painted. */
async function untilPainted(page: Page): Promise<void> {
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

/** What the browser complains of, and whatever is refused. */
function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  return faults
}

/** The files of scripts that a page asks for, ahead of time or when it runs. */
function collectScripts(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

/** In kB of gzip. */
async function weightOf(scripts: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...scripts].map(async (path) => gzipSync(await readFile(join(buildDir, 'client', path))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

let scriptsOfFrame: Promise<ReadonlySet<string>> | undefined

/** What whoever came to the dashboard has already; read once by each worker. */
function readFrame(browser: Browser, baseURL: string | undefined): Promise<ReadonlySet<string>> {
  scriptsOfFrame ??= (async () => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    const page = await context.newPage()
    const scripts = collectScripts(page)
    const demo = await logInViewer('customer')
    if (demo) await signInAs(page, demo)
    await page.goto('/dashboard')
    await untilItStands(page)
    await context.close()
    return scripts
  })()
  return scriptsOfFrame
}

async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // Layout shifts have these members; the type of entries in general does not.
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const { open, viewer } of [...everyPage, ...more, ...ofNothing])
  test(`${open} stands for the ${viewer}: no error, no shift, accessible, no wider than 320 px`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const faults = collectFaults(page)
    const scripts = collectScripts(page)
    await countShifts(page)
    const person = await logInViewer(viewer)
    if (person) await signInAs(page, person)
    await page.goto(await toAddress(open))
    // Also under what stands before it, such as a ticket.
    await expect(page.locator('h1')).toHaveCount(1)
    const banner = page.getByRole('banner', { includeHidden: true })
    if (viewer === 'customer') await expect(banner).toContainText('$')
    await untilItStands(page)
    await untilPainted(page)
    if (!tellsOfNothing.has(open)) expect(faults).toEqual([])
    if (viewer === 'customer') {
      const dialogs = withDialogs.has(open) ? dialogKilobytes : 0
      expect(await weightOf(scripts)).toBeLessThan(firstViewKilobytes + dialogs)
      const frame = await readFrame(browser, baseURL)
      const further = [...scripts].filter((path) => !frame.has(path))
      expect(await weightOf(further)).toBeLessThan(furtherKilobytes + dialogs)
    }
    expect(await page.evaluate(findCrossed)).toEqual([])
    const shift = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum) // set above
    expect(shift).toBeLessThanOrEqual(0.01)

    for (const look of looks) await expectAccessible(page, open, look)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect
        .poll(() => overflowOf(page), { message: `${open} scrolls sideways at ${width}` })
        .toBeLessThanOrEqual(0)
    }
  })

test('every page carries the safety headers, and a nonce of its own', async ({ request }) => {
  const nonces = new Set<string>()
  const publicPages = everyPage.filter(({ viewer }) => viewer === 'visitor')
  for (const { open: path } of publicPages) {
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
    // Found by search engines with what it is about, or not to be found.
    if (response.ok()) expect(html).toMatch(/<meta name="description" content="[^"]{40,}"|content="noindex"/)
    // Behind what the page is painted with.
    for (const [link] of html.matchAll(/<link[^>]*rel="modulepreload"[^>]*>/g))
      expect(link).toContain('fetchpriority="low"')
  }
  expect(nonces.size).toBe(publicPages.length)
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
