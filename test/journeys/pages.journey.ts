import { expect, test } from './journey.ts'
import { findService, logIn, signInAs } from './people.ts'

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
  '/new-order?service=',
  '/orders',
  '/orders/40',
  '/add-funds',
  '/services',
]

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
      // One that is for sale: which ids are is the catalogue's affair.
      const named = path.endsWith('service=') ? (await findService(() => true)).id : ''
      await page.goto(`${path}${named}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForTimeout(600)
      expect(faults).toEqual([])
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
