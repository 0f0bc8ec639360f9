import type { Page } from '@playwright/test'

import { gateways } from '#contract/base/gateways/registry.ts'
import { isLanguage, type Language, languageNames, languages } from '#contract/base/languages.ts'
import { platforms } from '#contract/catalogue/platforms.ts'
import { visitorTagNames } from '#contract/settings/visitor-tags.ts'

import {
  everyPage,
  goInside,
  logInViewer,
  overflowOf,
  overflowThatStays,
  untilItStands,
  type Viewer,
} from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getDemo, makeCustomer, password, type Person, toAddress } from './journey-users.ts'
import { findMisnamed, overflowInAnyLanguage, speakPseudo } from './pseudo-language.ts'

// Longer than most: what tells data from texts belongs to the one walk that uses it.

const narrow = { width: 320, height: 720 }
const wide = { width: 1360, height: 720 }

test.use({ viewport: narrow })
// In one worker: each further one would start this product too, and its own again afterwards.
test.describe.configure({ mode: 'default' })

/** Their names, and what is in every language beside them, where the compiler asks for each. */
const textsOfGateways = new Set(
  Object.values(gateways).flatMap(({ name, information, fields }) => [
    name,
    information.en,
    ...Object.values(fields).map(({ label }) => label.en),
  ]),
)

const viewers = ['visitor', 'customer', 'admin'] as const

/** Some eighty pages, on a machine under ten times the load. */
const walkMilliseconds = 600_000

// The demo customer and the admin are shared.
test.afterEach(async () => {
  for (const viewer of viewers) await logInReading(viewer, 'en')
})

test("every text of every page is a text of the tables; a third longer and with any language's longest words it breaks none at 320 px, in any language none at 1360 px, and each button's name contains its visible text", async ({
  page,
}) => {
  test.setTimeout(walkMilliseconds)
  const said = await listenForData(page)
  await speakPseudo(page.context())
  const found: string[] = []
  // So that the audit log has an entry.
  await makeCustomer({ balance: 12.5, name: 'Walked' })
  const look = async (where: string) => {
    await untilItStands(page)
    // Rendered data comes from an earlier answer, so the answers are collected afterwards.
    const texts = await listPlainTexts(page)
    const isData = await said.makeTest()
    for (const text of texts) if (!isData(text) && !textsOfGateways.has(text)) found.push(`${where}: ${text}`)
    const over = await overflowThatStays(page)
    if (over > 0) found.push(`${where}: ${over} px wider than the screen`)
    await page.setViewportSize(wide)
    const overWide = await overflowInAnyLanguage(page)
    if (overWide > 0) found.push(`${where}: ${overWide} px wider than ${wide.width}`)
    for (const misnamed of await findMisnamed(page)) found.push(`${where}, the name of a button: ${misnamed}`)
    await page.setViewportSize(narrow)
  }
  // The server renders English: the browser renders each page again from the tables.
  await page.goto('/login')
  await page.locator('form button[type=submit]').click()
  await look('/login, with what it lacks')
  for (const viewer of viewers) {
    await enterAs(page, viewer, 'en')
    for (const { open } of everyPage.filter((one) => one.viewer === viewer)) {
      await goInside(page, await toAddress(open))
      await look(open)
    }
    if (viewer === 'visitor') continue
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(`the command palette of the ${viewer}`)
    await page.keyboard.press('Escape')
  }
  expect(found).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const language of languages.filter((one) => one !== 'en'))
    test(`no public page is wider than 1360 or 320 px in ${languageNames[language]} as the server renders it, and none names the texts of another language`, async ({
      page,
      baseURL,
    }) => {
      await page.context().addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      const named: string[] = []
      for (const { open } of everyPage.filter(({ viewer }) => viewer === 'visitor')) {
        const html = (await (await page.goto(open))?.text()) ?? ''
        named.push(...listLanguagesOfTexts(html))
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        for (const screen of [wide, narrow]) {
          await page.setViewportSize(screen)
          const over = { message: `${open} at ${screen.width} px` }
          await expect.poll(() => overflowOf(page), over).toBeLessThanOrEqual(0)
        }
      }
      expect([...new Set(named)]).toEqual([language])
    })
})

test('a language is chosen in place: by a visitor for this browser, by a customer permanently', async ({
  page,
}) => {
  const person = await makeCustomer({ name: 'Reader', balance: 12_345.12345678 })
  const html = page.locator('html')
  await page.goto('/services?search=likes')
  await page.locator('header').getByLabel('Menu').first().click()
  await page.getByRole('link', { name: 'Tiếng Việt' }).click()
  await expect(page).toHaveURL('/vi/services?search=likes')
  await expect(html).toHaveAttribute('lang', 'vi')
  // Stored for this browser, also on a page without a language in its URL.
  await page.goto('/')
  await expect(page).toHaveURL('/vi')

  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.user.email)
  await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  // Signed-in pages have one URL; a user who had not chosen keeps the language in which they signed in.
  await expect(page).toHaveURL('/dashboard')
  await expect(html).toHaveAttribute('lang', 'vi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xin chào, Reader')
  await expect.poll(() => languageOf(person)).toBe('vi')

  await page.goto('/orders?status=completed')
  await page.getByRole('button', { name: 'Tài khoản của Reader' }).click()
  await page.getByRole('menuitemradio', { name: 'Русский' }).click()
  await expect(html).toHaveAttribute('lang', 'ru')
  await expect(page).toHaveURL('/orders?status=completed')
  expect(await languageOf(person)).toBe('ru')

  // Elsewhere the profile decides, whatever language that browser used before.
  await page.context().clearCookies()
  await page.goto('/orders')
  await expect(html).toHaveAttribute('lang', 'ru')
  // Also on the page that the gateway returns to: it is shown without a request.
  await page.context().clearCookies()
  await page.goto('/add-funds/success?order_id=unknown')
  await expect(html).toHaveAttribute('lang', 'ru')
  await page.goto('/vi/orders')
  await expect(page).toHaveURL('/orders')
  await expect(html).toHaveAttribute('lang', 'ru')

  // The balance is truncated to cents, and fits on every phone.
  const top = page.getByRole('banner')
  await expect(top).toContainText('12\u00a0345,12\u00a0$')
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => overflowOf(page), { message: `at ${width} px` }).toBeLessThanOrEqual(0)
  }
  await expect(top.getByRole('link', { name: 'Пополнить' })).toBeInViewport({ ratio: 1 })

  // The dashboard's card doesn't truncate it either.
  await goInside(page, '/dashboard')
  await untilItStands(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => beyondCards(page), { message: `at ${width} px` }).toEqual([])
  }
})

/** The viewer of these pages, whose profile has the language. */
async function logInReading(viewer: Viewer, language: Language): Promise<Person | undefined> {
  const person = await logInViewer(viewer)
  if (person === undefined) return undefined
  const { user } = (await callAs(person, '/api/user/language', 'PUT', { language })) as Pick<Person, 'user'> // the contract's shape
  return { ...person, user }
}

/** From a page of the product to the first of them: from there on, no page is loaded as a whole. */
async function enterAs(page: Page, viewer: Viewer, language: Language): Promise<void> {
  const person = await logInReading(viewer, language)
  if (person === undefined) return
  // A page on which another user is signed in reloads as soon as it notices, possibly during what follows.
  await page.goto('/robots.txt')
  await page.evaluate((session) => localStorage.setItem('session', session), JSON.stringify(person))
  await page.goto(viewer === 'admin' ? '/admin/dashboard' : '/dashboard')
  await untilItStands(page)
}

/**
 * Of the tables of texts that a page loads and that its import map names, which are all that its scripts can ask for: nobody is
 * sent two languages.
 */
function listLanguagesOfTexts(html: string): Language[] {
  return [...html.matchAll(/\/assets\/([a-z]{2})-[\w-]+\.js/g)].map(([, named]) => named).filter(isLanguage)
}

/** Headings and figures that overflow their cards. */
function beyondCards(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight)
    return [...document.querySelectorAll('main h1, main dd, main dd *')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map((part) => part.textContent)
  })
}

async function languageOf(person: Person): Promise<Language | null> {
  const answer = (await callAs(person, '/api/user/profile')) as { user: { language: Language | null } } // the contract's shape
  return answer.user.language
}

/** Visible or announced text outside of the marks of the tables. */
function listPlainTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const plain: string[] = []
    let depth = 0
    const read = (text: string) => {
      let outside = ''
      for (const sign of text) {
        if (sign === '⟦') depth += 1
        else if (sign === '⟧') depth -= 1
        else if (depth === 0) outside += sign
      }
      if (outside.trim() !== '') plain.push(outside.trim().replaceAll(/\s+/g, ' '))
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Text && node.parentElement?.closest('script, style, noscript, pre, code') === null)
        read(node.data)
      if (node instanceof Element)
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          const inside = depth
          depth = 0
          read(node.getAttribute(name) ?? '')
          depth = inside
        }
    }
    return plain
  })
}

/**
 * Text in the API's answers is data: names in the catalogue, of users and of the operator's settings. Keys are not,
 * and neither are codes: a page that shows "completed" unchanged shows an English word.
 */
async function listenForData(page: Page): Promise<{ makeTest: () => Promise<(text: string) => boolean> }> {
  const names = [platforms, languageNames, visitorTagNames].flatMap((named) => Object.values(named))
  const letters = new Set(names.map(lettersOf))
  // Each text is parsed once: the list of services alone has thousands.
  const coming: Promise<void>[] = []
  const keep = async (answer: Promise<unknown>) => {
    for (const value of listValues(await answer)) letters.add(lettersOf(value))
  }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isAnswer = pathname.startsWith('/api/') && response.ok() && pathname !== '/api/events'
    if (isAnswer) coming.push(keep(response.json().catch(() => undefined))) // lost with a page that was left
  })
  const demo = await getDemo()
  // Rendered by the server, so in no answer of the API.
  const legal = ['terms', 'privacy', 'refund'].map((name) => `/api/legal/${name}?language=en`)
  for (const path of ['/api/services', '/api/categories', '/api/config', '/api/guide', ...legal])
    coming.push(keep(callAs(demo, path)))
  return {
    async makeTest() {
      await Promise.all(coming.splice(0))
      const said = [...letters].join(' ')
      return (text) => {
        // A long name is shown with its middle left out, a category after its platform.
        const parts = text
          .replace(/ (?:\([\d,]+\)|#\d+)$/, '')
          .split(/…|: |, | · /)
          .map(lettersOf)
        const isSaid = parts.every((part) => said.includes(part))
        return figures.test(text.replace(/ [A-Z]{3,5}$/, '')) || times.test(text) || keys.test(text) || isSaid
      }
    },
  }
}

/** Texts of an answer that aren't codes, and figures. */
function listValues(answer: unknown): string[] {
  if (typeof answer === 'number') return [String(answer)]
  if (typeof answer === 'string') return /^[a-z_.]+$|^[A-Z_]+$/.test(answer) ? [] : [answer]
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(listValues) : []
}

/** Without punctuation, blanks and capitals, which pages vary. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Also before a currency's code. */
const figures = /^[\d\s.,:;%$…·#–−+()/|→@&-]*k?$/
/** Intl's formats of a point in time. */
const times =
  /^(?:\d+ (?:sec|min|hr|day|wk|mo|yr)s?\.? ago|\d+ (?:days?|hr|min) ?(?:\d+ (?:hr|min))?|yesterday|now|\d{1,2}:\d{2}:\d{2}\s[AP]M|[A-Z][a-z]{2} \d{1,2}|[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d{1,2}:\d{2}(?::\d{2})?\s[AP]M)?)$/
const keys =
  /^(?:Ctrl K|Ctrl ↵|Ctrl|Shift|Enter|N|K|\?|ID|https:\/\/|404|\/nothing-here|curl|PHP|Python|JavaScript)$/
