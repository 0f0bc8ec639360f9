import type { APIRequestContext, Page } from '@playwright/test'
import * as z from 'zod'

import { addressIn, languages } from '#contract/base/languages.ts'
import { publicPages } from '#contract/site/public-pages.ts'

import { expect, test } from './journey.ts'
import { callAs, getAdmin } from './journey-users.ts'
import * as schemas from './structured-data-schemas.ts'

// Longer than most: everything that the public pages guarantee, from the same product with and without scripts.

/** The texts of a page's elements of one kind, as written in the HTML. */
const attributesOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found]) => unescape(found ?? ''))
const unescape = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")

function metaOf(html: string): Record<string, string> {
  const found = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, content]) => [name, unescape(content ?? '')]))
}

async function readPage(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  return { response, html: await response.text() }
}

type Read = { html: string; cookie: string | undefined }

test('no link of a public page is broken, and each is reachable by links, with its title, language, URL and alternatives in each language; strangers get no cookie', async ({
  request,
  baseURL,
}) => {
  const pages = await followLinks(request)
  const titles = new Set<string>()
  const descriptions = new Map<string | undefined, string>()
  for (const language of languages)
    for (const path of publicPages) {
      const address = addressIn(language, path)
      const { html, cookie } = pages.get(address) ?? { html: 'not reached', cookie: undefined }
      expect(cookie, address).toBeUndefined()
      expect(html, address).toContain(`lang="${language}"`)
      expect(attributesOf(html, /<link rel="canonical" href="([^"]+)"/g), address).toEqual([
        baseURL + address,
      ])
      const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)]
      expect(Object.fromEntries(alternates.map(([, to, url]) => [to, url])), address).toEqual({
        en: baseURL + path,
        vi: baseURL + addressIn('vi', path),
        ru: baseURL + addressIn('ru', path),
        'x-default': baseURL + path,
      })
      titles.add(/<title>([^<]+)</.exec(html)?.[1] ?? '')
      const meta = metaOf(html)
      schemas.openGraph.parse(meta)
      expect(descriptions.get(meta['description']), address).toBeUndefined()
      descriptions.set(meta['description'], address)
      expect(meta['robots'], address).toBeUndefined()
    }
  const { html: unlisted } = await readPage(request, '/services/linkedin')
  expect(metaOf(unlisted)['robots']).toBeUndefined()
  for (const path of [
    '/dashboard',
    '/admin/orders',
    '/setup/none',
    '/reset-password/1-1-a',
    '/nothing-here',
  ]) {
    const { html } = await readPage(request, path)
    expect(metaOf(html), path).toMatchObject({ robots: 'noindex' })
    expect(attributesOf(html, /<link rel="canonical" href="([^"]+)"/g), path).toEqual([])
  }
  // A title per page and language, except those that name nothing but a platform.
  expect(titles.size).toBeGreaterThan(languages.length * publicPages.length * 0.8)
})

/** Every page and file that links lead to from the front page, none of which is missing, nor the part of a page that is named. */
async function followLinks(request: APIRequestContext): Promise<Map<string, Read>> {
  const pages = new Map<string, Read>()
  const seen = new Map<string, string[]>()
  const ids = new Map<string, Set<string>>()
  const waiting = ['/']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue
    // A page behind the login has one URL for all languages, linked from there.
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, 200])
    const isPage = response.headers()['content-type']?.startsWith('text/html') === true
    const html = isPage ? await response.text() : ''
    if (isPage) pages.set(path, { html, cookie: response.headers()['set-cookie'] })
    ids.set(path, new Set(attributesOf(html, / id="([^"]+)"/g)))
    const links = attributesOf(html, /<(?:a|link|img|script)\b[^>]* (?:href|src)="([^"]+)"/g)
    seen.set(path, links)
    for (const link of links) {
      if (/^(?:https?|mailto|data):/.test(link)) continue
      const [to = ''] = link.split('#')
      // Behind the login every page is the same for a stranger, and filtered lists are very many: one of each
      // is enough.
      const isOfMany =
        /[?&](?:sort|search|quantity|page|service)=/.test(to) || /^\/(?:\w\w\/)?new-order/.test(to)
      if (to !== '' && !isOfMany && !seen.has(to)) waiting.push(to)
    }
  }
  for (const [path, links] of seen)
    for (const link of links) {
      const [to = '', mark] = link.split('#')
      // A style sheet's may end with an empty one.
      if (mark === undefined || mark === '' || /^https?:/.test(link)) continue
      expect(ids.get(to === '' ? path : to) ?? new Set(['(page)']), `${path}: ${link}`).toContain(
        ids.has(to === '' ? path : to) ? mark : '(page)',
      )
    }
  return pages
}

test('structured data matches our schemas, and the visible page', async ({ request }) => {
  const dataOf = async (path: string) => {
    const { html } = await readPage(request, path)
    const texts = attributesOf(html, /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)
    return z.array(schemas.structuredData).parse(texts.map((text) => JSON.parse(text)))
  }
  const typesOf = async (path: string) => (await dataOf(path)).map((data) => data['@type'])
  expect(await typesOf('/')).toEqual(['WebSite'])
  expect(await typesOf('/vi/faq')).toEqual(['FAQPage', 'BreadcrumbList'])
  expect(await typesOf('/vi/terms')).toEqual(['BreadcrumbList'])
  expect(await typesOf('/ru/services/tiktok')).toEqual(['BreadcrumbList', 'Product'])
  const [trail, product] = await dataOf('/pricing?platform=tiktok&sort=price')
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1 }, { position: 2 }],
  })
  if (product?.['@type'] !== 'Product') throw new Error('a price list sells something')
  const { lowPrice, highPrice, offers } = product.offers
  expect(Number(lowPrice)).toBeLessThan(Number(highPrice))
  expect(offers[0]?.price).toBe(lowPrice)
})

test('a public page inlines its styles, and one without scripts no more than it uses', async ({
  request,
}) => {
  const stylesIn = (html: string) => /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const { html: signIn } = await readPage(request, '/login')
  for (const html of [signIn, (await readPage(request, '/services')).html])
    expect(html).not.toContain('rel="stylesheet"')
  const all = stylesIn(signIn)
  const classesIn = (css: string) =>
    new Set([...css.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) => (name ?? '').replaceAll('\\', '')))
  const known = classesIn(all)
  expect(known.size).toBeGreaterThan(300)
  for (const path of ['/', '/pricing', '/pricing?search=zzzz', '/terms', '/?quantity=0']) {
    const { html } = await readPage(request, path)
    const carried = classesIn(stylesIn(html))
    expect(stylesIn(html).length).toBeLessThan(all.length)
    const used = attributesOf(html, / class="([^"]*)"/g).flatMap((names) => names.split(/\s+/))
    expect(used.length).toBeGreaterThan(100)
    expect(
      [...new Set(used)].filter((name) => known.has(name) && !carried.has(name)),
      path,
    ).toEqual([])
  }
})

test('numbered pages lead a reader without scripts to every service', async ({ request }) => {
  const all = (await (await request.get('/api/services?platform=instagram')).json()) as { id: number }[]
  const found = new Set<string>()
  let next: string | undefined = '/services/instagram?page=1'
  let page = 1
  for (; next !== undefined; page += 1) {
    const { html } = await readPage(request, next)
    for (const id of attributesOf(html, /href="\/new-order\?service=(\d+)"/g)) found.add(id)
    const links = attributesOf(html, /href="(\/services\/instagram\?page=\d+)"/g)
    next = links.find((link) => link.endsWith(`=${page + 1}`))
  }
  expect(page).toBeGreaterThan(2)
  expect([...found].toSorted()).toEqual(all.map(({ id }) => String(id)).toSorted())
})

test('beyond the last numbered page there is none, nor one of what is not sold; the first is the list itself', async ({
  request,
  baseURL,
}) => {
  for (const path of [
    '/services?page=99',
    '/services/instagram?page=99',
    '/pricing?page=99',
    '/ru/pricing?page=99',
    '/services/myspace',
    '/vi/services/myspace',
    '/pricing/none',
    '/sitemap.html',
  ])
    expect((await request.get(path)).status(), path).toBe(404)
  expect((await readPage(request, '/pricing?page=99')).html).toContain('>/pricing?page=99<')
  const canonicals = { '/services?page=1': '/services', '/services?page=2': '/services?page=2' }
  for (const [path, canonical] of Object.entries(canonicals)) {
    const { html } = await readPage(request, path)
    expect(attributesOf(html, /<link rel="canonical" href="([^"]+)"/g), path).toEqual([baseURL + canonical])
  }
})

test('an expired setup link says so before anything is filled in, on a page without menus, and so does an invitation', async ({
  request,
}) => {
  const { html: setup } = await readPage(request, `/setup/${'a'.repeat(43)}`)
  expect(setup).toContain('This link has expired')
  const { html: invitation } = await readPage(request, '/invitation/1-1-a')
  for (const bare of [setup, invitation]) {
    expect(bare).not.toMatch(/href="\/(?:pricing|faq|contact|terms)|<footer|<input|<textarea/)
    expect(bare).toContain('href="/login"')
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a price is calculated, prices are searched and sorted, questions open, languages change', async ({
    page,
  }) => {
    await page.goto('/')
    const calculator = page.getByRole('region', { name: 'What does it cost?' })
    await calculator.getByRole('link', { name: 'TikTok', exact: true }).click()
    await expect(page).toHaveURL(/\?platform=tiktok#calculator$/)
    await calculator.getByLabel('Quantity').fill('12345')
    await calculator.getByRole('button', { name: 'Calculate' }).click()
    await expect(page).toHaveURL(/quantity=12345/)
    await expectExactTotal(page)
    await calculator.getByLabel('Quantity').fill('1')
    await page.goto(`${page.url().replace(/quantity=\d+/, 'quantity=0')}`)
    await expect(calculator.getByText(/Quantity must be between/)).toBeVisible()

    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await page.getByLabel('Search').fill('likes')
    await page.getByLabel('Sort by', { exact: true }).selectOption({ label: 'Lowest price first' })
    await page.getByLabel('Quantity').fill('1,000')
    await page.getByRole('button', { name: 'Show' }).click()
    const rows = page.getByRole('article').filter({ hasText: /likes/i })
    await expect(rows.filter({ hasText: 'For 1,000' }).nth(3)).toBeVisible()

    await page.goto('/services/tiktok')
    await page.getByRole('searchbox', { name: 'Search services' }).fill('likes')
    await page.getByRole('button', { name: 'Open Price List' }).click()
    await expect(page).toHaveURL(/\/pricing\?platform=tiktok&search=likes$/)
    await expect(rows.first()).toBeVisible()
    await page.goto('/#faq')
    await page.getByText('Do you need my social media password?').click()
    await expect(page.getByText('An order only needs a public link.')).toBeVisible()
    await page.goto('/ru/pricing')
    await expect(page.getByRole('heading', { level: 1, name: 'Цены' })).toBeVisible()
  })

  test('the examples of the API are shown in one language, which is chosen once', async ({ page }) => {
    await page.goto('/api-docs')
    const add = page.locator('#action-add')
    await expect(add.getByText("--data-urlencode 'action=add'")).toBeVisible()
    await page.getByRole('radio', { name: 'Python' }).check()
    await expect(add.getByText("'action': 'add'")).toBeVisible()
    await expect(add.getByText("--data-urlencode 'action=add'")).toBeHidden()
    await page.getByText('Requests the cancellation').click()
    await expect(page.locator('#action-cancel').getByText("'action': 'cancel'")).toBeVisible()
    await expect(page.getByText('fetch(')).not.toHaveCount(0)
    await expect(page.getByText('fetch(').locator('visible=true')).toHaveCount(0)
  })
})

/** The form shows the catalogue's rate times the quantity, to the last digit. */
async function expectExactTotal(page: Page): Promise<void> {
  const { searchParams } = new URL(page.url())
  const response = await page.request.get(`/api/services/${searchParams.get('service')}`)
  const { rate } = (await response.json()) as { rate: number }
  const units = BigInt(Math.round(rate * 10_000)) * BigInt(searchParams.get('quantity') ?? '')
  const text = units.toString().padStart(8, '0')
  const exact = `${text.slice(0, -7)}.${text.slice(-7)}`.replace(/(\.\d\d\d*?)0*$/, '$1')
  await expect(page.getByLabel('Total')).toHaveText(`$${exact.replace(/\B(?=(\d{3})+\.)/g, ',')}`)
}

test('the total follows the input, as exactly as the server calculates it; all of the page is rendered a moment later, and nothing violates the policy', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/?platform=tiktok')
  // The page and one font: its styles and pictures are inline.
  const files = () => asked.filter((path) => !/^\/(?:favicon|manifest|pictures)/.test(path))
  await expect.poll(files).toEqual(['/', expect.stringMatching(/\.woff2$/)])

  const calculator = page.getByRole('region', { name: 'What does it cost?' })
  await calculator.getByLabel('Quantity').pressSequentially('7')
  const typed = await calculator.getByLabel('Quantity').inputValue()
  const shown = await calculator.getByLabel('Total').textContent()
  await calculator.getByRole('button', { name: 'Calculate' }).click()
  await expect(page).toHaveURL(new RegExp(`quantity=${typed}`))
  await expect(calculator.getByLabel('Total')).toHaveText(shown ?? '')
  await expectExactTotal(page)
  await calculator.getByLabel('Quantity').fill('0')
  await expect(calculator.getByLabel('Total')).toHaveText('—')
  for (const path of ['/vi', '/ru/terms']) await page.goto(path)

  // Visible shortly after the first screen, for print and screenshots.
  await page.goto('/')
  const laidOut = () =>
    page
      .locator('[class*="later-"]')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).contentVisibility))
  await expect.poll(laidOut).toContain('visible')
  await expect.poll(laidOut).not.toContain('auto')

  // The header shows the scroll position, and below 300 px a button leads back to the top (spec §2). A header
  // that shrinks moves nothing under it: otherwise the page would be scrolled less, the header higher again,
  // and so on forever.
  const toTop = page.getByRole('link', { name: 'Back to Top' })
  const full = (await settle(page)).height
  for (const [top, marks] of [
    [10, []],
    [11, ['data-scrolled']],
    [51, ['data-scrolled', 'data-compact']],
    [301, ['data-scrolled', 'data-compact', 'data-far']],
  ] as const) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    const { height, ...found } = await settle(page)
    expect({ ...found, isLower: height < full }).toEqual({ top, marks, isLower: top > 50 })
    await expect(toTop).toBeVisible({ visible: top > 300 })
  }
  await toTop.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(faults).toEqual([])
})

/** The page once the header has settled: its progress, its height, and the scroll position. */
function settle(page: Page): Promise<{ marks: string[]; height: number; top: number }> {
  return page.evaluate(async () => {
    const root = document.documentElement
    const header = document.querySelector('header')
    const frames = async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    }
    await frames()
    await Promise.allSettled(header?.getAnimations({ subtree: true }).map(({ finished }) => finished) ?? [])
    await frames()
    const marks = ['data-scrolled', 'data-compact', 'data-far'].filter((name) => root.hasAttribute(name))
    return { marks, height: header?.offsetHeight ?? 0, top: Math.round(scrollY) }
  })
}

test("the operator's statements are on cached pages within seconds, and without them only counted figures", async ({
  request,
}) => {
  const admin = await getAdmin()
  const front = async () => (await request.get('/')).text()
  // A page is cached for two seconds, and may be stale.
  const seconds = { timeout: 20_000 }
  await expect.poll(front, seconds).toContain('services available')
  // Hours are a promise of a reachable operator, and a discount is one of a granted discount.
  const hours = '24/7 Technical Support'
  for (const absent of ['id="testimonials"', hours]) await expect.poll(front, seconds).not.toContain(absent)
  const catalogue = async () => (await request.get('/services')).text()
  const discount = '10% Discount for new customers who register this month'
  await expect.poll(catalogue, seconds).not.toContain(discount)
  const { settings } = (await callAs(admin, '/api/admin/settings')) as { settings: Record<string, unknown> } // the contract's shape
  const now = new Date()
  const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - 1)
  await callAs(admin, '/api/admin/settings', 'PUT', {
    claims: [{ value: '15,000+', label: 'clients' }],
    testimonials: [{ name: 'Bo Journey', role: null, text: 'It came within the hour.' }],
    faq: [{ question: 'How soon is a refund made?', answer: 'Within a journey.' }],
    contact: { email: 'help@example.com', telegram: '@panelhelp' },
    promotion: { percent: 10, days: 30, until: monthEnd.toISOString() },
  })
  try {
    await expect.poll(front, seconds).toContain('15,000+')
    const page = await front()
    expect(page).not.toContain('services available')
    for (const said of [
      'It came within the hour.',
      'Bo Journey',
      'How soon is a refund made?',
      'Within a journey.',
      hours,
      'mailto:help@example.com',
      't.me/panelhelp',
    ])
      expect(page).toContain(said)
    await expect.poll(catalogue, seconds).toContain(discount)
  } finally {
    const { claims, testimonials, faq, contact, promotion } = settings
    await callAs(admin, '/api/admin/settings', 'PUT', { claims, testimonials, faq, contact, promotion })
  }
  await expect.poll(front, seconds).toContain('services available')
  expect(await front()).not.toContain('help@example.com')
})
