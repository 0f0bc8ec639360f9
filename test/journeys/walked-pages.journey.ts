import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { Browser, Page } from '@playwright/test'

import { findBuildDir } from '#scripts/build-web.ts'

import { expectAccessible, insideFrame, looks, wholePage } from './axe.ts'
import { countShifts, readShifts } from './count-shifts.ts'
import {
  everyPage,
  logInViewer,
  overflowOf,
  untilItStands,
  untilPainted,
  type Viewer,
  type WalkedPage,
} from './every-page.ts'
import { expect, lasting, test } from './journey.ts'
import { signInAs, toAddress } from './journey-users.ts'

// Longer than most: each page is opened once for all checks, instead of one walk per check.

/** The budget of a first page behind the login, and of a customer's later ones, in kB of scripts. */
const firstViewKilobytes = 260
const furtherKilobytes = 34
/** What staff open over a list is a dialog that opens at once: 23 kB of Base UI's, of which that much is above the budget. */
const dialogKilobytes = 18
const isDialog = (path: string) => /^\/admin\/(?:audit|deposits)\//.test(path)
/** The budget of a visitor's page, of which 111 are React and its router. */
const visitorKilobytes = 209
/** How many script files a page requests. */
const mostFiles = 12
/** The list, what is open over it and the dialog around that have a file each, as have the texts of staff and of their pages. */
const filesOfAction = 13

/** Schemas of calls that visitors don't make: each is built when its script runs, before the page responds to input. */
const isOfOthersCalls = /contract\/(?:messaging\/announcements|support\/tickets|settings\/legal-texts)\.ts$/

/** Query parameters of pages that need them. */
const more: readonly WalkedPage[] = [
  { open: '/new-order?service=:service', viewer: 'customer' },
  { open: '/services', viewer: 'customer' },
  { open: '/support?tab=new', viewer: 'customer' },
]

/** Missing and expired things: the answer has that status, and the page is still rendered. */
const ofNothing: readonly WalkedPage[] = [
  { open: '/orders/999999', viewer: 'customer' },
  { open: '/add-funds/success?order_id=unknown', viewer: 'customer' },
]
const tellsOfNothing = new Set([
  '/nothing-here',
  '/add-funds/success',
  '/support/tickets/1',
  '/admin/tickets/1',
  '/admin/audit/1',
  ...ofNothing.map(({ open }) => open),
])

const withFields = new Set(['/login', '/register', '/contact'])
const wide = { width: 1360, height: 844 }

/** Headings, figures and other text with decoration behind it. */
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

/** Each field's id in the page and in React; undefined until all are hydrated. */
function findFieldIds(): { own: string; known: unknown }[] | undefined {
  const fields = [...document.querySelectorAll('main :is(input, textarea)[id]')].map((field) => {
    const [, props] = Object.entries(field).find(([name]) => name.startsWith('__reactProps')) ?? []
    return props && { own: field.id, known: (props as { id: unknown }).id } // set by React
  })
  return fields.every((field) => field !== undefined) ? fields : undefined
}

/** What one page reported since it was opened: browser errors, refused requests, and scripts. */
type Heard = { faults: string[]; scripts: Set<string> }

function listen(page: Page): Heard {
  const heard: Heard = { faults: [], scripts: new Set() }
  page.on('console', (message) => message.type() === 'error' && heard.faults.push(message.text()))
  page.on('pageerror', (error) => heard.faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) heard.faults.push(`${response.status()} ${response.url()}`)
  })
  // Preloaded or when it runs.
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) heard.scripts.add(pathname)
  })
  return heard
}

/** What a script weighs, in kB of gzip, and the files in it by its source map; one of the build's own making has none. */
type Script = { weight: number; sources: string[] }
/** Most pages have the same: each is packed and read once. */
const known = new Map<string, Promise<Script>>()
const buildDir = findBuildDir()

async function readScript(path: string): Promise<Script> {
  const file = join(buildDir, 'client', path)
  const map = await readFile(`${file}.map`, 'utf8').catch(() => '{"sources":[]}')
  const { sources } = JSON.parse(map) as { sources: string[] }
  return { weight: gzipSync(await readFile(file)).length / 1000, sources }
}

function readScripts(paths: Iterable<string>): Promise<Script[]> {
  return Promise.all(
    [...paths].map((path) => {
      const script = known.get(path) ?? readScript(path)
      known.set(path, script)
      return script
    }),
  )
}

async function weightOf(paths: Iterable<string>): Promise<number> {
  return (await readScripts(paths)).reduce((sum, { weight }) => sum + weight, 0)
}

async function sourcesOf(paths: Iterable<string>): Promise<string[]> {
  return (await readScripts(paths)).flatMap(({ sources }) => sources)
}

type Walk = { page: Page; heard: Heard; frame: ReadonlySet<string>; isFrameScanned: boolean }

/** One per viewer and worker: creating a browser context costs twice as much as testing the page. */
const walks = new Map<Viewer, Promise<Walk>>()

function walkAs(viewer: Viewer, browser: Browser): Promise<Walk> {
  const walk = walks.get(viewer) ?? beginWalk(viewer, browser)
  walks.set(viewer, walk)
  return walk
}

async function beginWalk(viewer: Viewer, browser: Browser): Promise<Walk> {
  const context = await browser.newContext()
  lasting.add(context)
  const page = await context.newPage()
  // Each page as on a first visit: layout shifts happen while fonts and scripts load.
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await countShifts(page)
  const heard = listen(page)
  const person = await logInViewer(viewer)
  if (person === undefined) return { page, heard, frame: new Set(), isFrameScanned: false }
  await signInAs(page, person)
  // Loads what customers have loaded on the dashboard.
  if (viewer === 'customer') {
    await page.goto('/dashboard')
    await untilItStands(page)
  }
  return { page, heard, frame: new Set(heard.scripts), isFrameScanned: false }
}

/**
 * Loads it as a whole, wide, in the light theme and with animations; requests of the previous page are gone. The
 * file between the two is of the same site: about:blank ends the renderer, and starting one is half of a load.
 */
async function openAlone({ page, heard }: Walk, path: string): Promise<void> {
  await page.goto('/robots.txt')
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'no-preference' })
  heard.faults.length = 0
  heard.scripts.clear()
  await page.goto(path)
}

for (const { open, viewer } of [...everyPage, ...more, ...ofNothing])
  test(`${open} opens for the ${viewer}: no error, no shift, accessible, no wider than 1360 and 390 px`, async ({
    browser,
  }) => {
    const walk = await walkAs(viewer, browser)
    const { page, heard, frame } = walk
    await openAlone(walk, await toAddress(open))
    // Also behind an overlay, such as a ticket.
    await expect(page.locator('h1')).toHaveCount(1)
    const banner = page.getByRole('banner', { includeHidden: true })
    if (viewer === 'customer') await expect(banner).toContainText('$')
    await untilItStands(page)
    await untilPainted(page)
    if (!tellsOfNothing.has(open)) expect(heard.faults).toEqual([])
    if (withFields.has(open)) await expectKeptIds(page)
    const above = isDialog(open) ? dialogKilobytes : 0
    if (viewer !== 'visitor') expect(await weightOf(heard.scripts)).toBeLessThan(firstViewKilobytes + above)
    if (viewer === 'customer') {
      const further = [...heard.scripts].filter((path) => !frame.has(path))
      expect(await weightOf(further)).toBeLessThan(furtherKilobytes)
    }
    if (viewer === 'visitor') expect(await weightOf(heard.scripts)).toBeLessThan(visitorKilobytes)
    expect(heard.scripts.size).toBeLessThanOrEqual(
      open.startsWith('/admin/audit/') ? filesOfAction : mostFiles,
    )
    if (viewer === 'visitor')
      expect((await sourcesOf(heard.scripts)).filter((source) => isOfOthersCalls.test(source))).toEqual([])
    const ofStaff = (await sourcesOf(heard.scripts)).filter((source) => source.includes('web/admin/'))
    if (viewer === 'admin') expect(ofStaff).not.toEqual([])
    else expect(ofStaff).toEqual([])
    // Each visitor loads only one language.
    expect([...heard.scripts].filter((path) => /\/assets\/(?:vi|ru)-/.test(path))).toEqual([])
    expect(await page.evaluate(findCrossed)).toEqual([])
    const shifts = await readShifts(page)
    expect(shifts.sum, shifts.moved.join('\n')).toBeLessThanOrEqual(0.01)

    await expectWell(walk, open)
    // The frames of visitors' pages differ.
    walk.isFrameScanned = viewer !== 'visitor'
  })

/** In both looks; at 320 px, with longer texts, languages.journey.ts opens every page, and not these states. */
async function expectWell({ page, isFrameScanned }: Walk, path: string): Promise<void> {
  for (const look of looks) {
    await expectAccessible(page, path, look, isFrameScanned ? insideFrame : wholePage)
    await expectNoWider(page, path, look.width)
  }
  if (everyPage.some(({ open }) => open === path)) return
  await page.setViewportSize({ width: 320, height: 844 })
  await expectNoWider(page, path, 320)
}

async function expectNoWider(page: Page, path: string, width: number): Promise<void> {
  await expect
    .poll(() => overflowOf(page), { message: `${path} scrolls sideways at ${width}` })
    .toBeLessThanOrEqual(0)
}

/** The ids of server-rendered fields equal those of the browser. */
async function expectKeptIds(page: Page): Promise<void> {
  const ids = (await (await page.waitForFunction(findFieldIds)).jsonValue()) ?? []
  expect(ids.length).toBeGreaterThan(1)
  for (const { own, known } of ids) expect(own).toBe(known)
}

test('every page has the security headers, and its own nonce or the hashes of its inline parts', async ({
  request,
}) => {
  const nonces: string[] = []
  const publicPages = everyPage.filter(({ viewer }) => viewer === 'visitor')
  for (const { open: path } of publicPages) {
    const response = await request.get(path)
    const policy = response.headers()['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    expect(scripts).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1]
    if (nonce !== undefined) nonces.push(nonce)
    else expect(scripts).toMatch(/^'self'(?: 'sha256-[^']+')+$/)
    expect(response.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(response.headers()['permissions-policy']).toContain('camera=()')
    expect(response.headers()['set-cookie']).toBeUndefined()
    expect(response.headers()['referrer-policy']).toBeTruthy()
    expect(response.headers()['strict-transport-security']).toBeUndefined()
    const html = await response.text()
    expect(html).toMatch(/<html[^>]* lang="en"/)
    expect(html).toMatch(/<title>[^<]+<\/title>/)
    expect(html).toMatch(/<meta name="viewport"/)
    // Indexed with its metadata, or excluded from indexing.
    if (response.ok()) expect(html).toMatch(/<meta name="description" content="[^"]{40,}"|content="noindex"/)
  }
  expect(nonces.length).toBeGreaterThan(3)
  expect(new Set(nonces).size).toBe(nonces.length)
  for (const file of ['/favicon.svg', '/robots.txt']) expect((await request.get(file)).status()).toBe(200)
})

test('the gallery of parts is in no build', async ({ request }) => {
  expect((await request.get('/gallery')).status()).toBe(404)
  const entries = await readdir(buildDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => /\.(?:js|map)$/.test(entry.name))
  // Source maps name each file in a build.
  const sources = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  )
  expect(sources.some((text) => text.includes('src/web/ui/page/button.tsx'))).toBe(true)
  expect(sources.filter((text) => /web\/ui\/gallery\//.test(text))).toEqual([])
})
