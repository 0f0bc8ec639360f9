import type { Page } from '@playwright/test'

import { isLanguage, type Language, languageNames, languages } from '#contract/languages.ts'
import { platforms } from '#contract/platforms.ts'
import routes from '#web/routes.ts'
import { pagePaths, signedInFolders } from '#web/vite/page-paths.ts'

import { expect, test } from './journey.ts'
import { callAs, logIn, makeCustomer, password, type Person, signInAs } from './people.ts'
import { speakPseudo } from './pseudo-language.ts'

/** How a page is opened whose path has parts to fill in. */
const samples: Readonly<Record<string, string>> = {
  '/setup/:token': `/setup/${'a'.repeat(40)}`,
  '/confirm-email/:token': '/confirm-email/1-1-a',
  '/services/:platform': '/services/tiktok',
  '/orders/:id': '/orders/40',
  '/support/tickets/:id': '/support/tickets/1',
  '/*': '/nothing-here',
}
const behindLogin = new Set(signedInFolders(routes))

/** Every page of routes.ts: a new one is walked through by itself. */
const pages = [...new Set(pagePaths(routes))].map((path) => ({
  open: samples[path] ?? path,
  isSignedIn: behindLogin.has(path.split('/')[1] ?? ''),
}))

test.use({ viewport: { width: 320, height: 720 } })

// The demo customer is everybody's.
test.afterEach(async () => void (await logInReading('en')))

test('every text of every page is a text of the tables, and a third longer breaks none at 320 px', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const demo = await logInReading('en')
  const isData = await makeDataTest(demo)
  await speakPseudo(page.context())
  const found: string[] = []
  const look = async (where: string) => {
    for (const text of await listPlainTexts(page)) if (!isData(text)) found.push(`${where}: ${text}`)
    const over = await overflowOf(page)
    if (over > 0) found.push(`${where}: ${over} px wider than the screen`)
  }
  for (const { open } of pages.filter(({ isSignedIn }) => !isSignedIn)) {
    // The server's pages are English: in the browser each is made anew from the tables. Those that come without scripts
    // are reached from one that has them.
    const isStatic = ['/', '/terms', '/privacy', '/refund'].includes(open)
    await page.goto(isStatic ? '/login' : open)
    await untilItStands(page)
    if (isStatic) await page.getByRole('contentinfo').locator(`a[href="${open}"]`).first().click()
    if (isStatic) await expect(page).toHaveURL(open)
    if (open === '/login') await page.locator('form button[type=submit]').click()
    await untilItStands(page)
    await look(open)
  }
  await signInAs(page, demo)
  for (const { open } of pages.filter(({ isSignedIn }) => isSignedIn)) {
    await page.goto(open)
    await untilItStands(page)
    await look(open)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('the command palette')
  expect(found).toEqual([])
})

for (const language of languages.filter((one) => one !== 'en'))
  test(`no page is wider than 320 px in ${languageNames[language]}, and none fetches the texts of another language`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const demo = await logInReading(language)
    const foreign: string[] = []
    page.on('request', (request) => {
      const named = /\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(request.url())?.[1]
      if (isLanguage(named) && named !== language) foreign.push(request.url())
    })
    await page.context().addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    const wide: string[] = []
    for (const { open, isSignedIn } of pages) {
      if (isSignedIn) await signInAs(page, demo)
      await page.goto(open)
      await untilItStands(page)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const over = await overflowOf(page)
      if (over > 0) wide.push(`${open}: ${over} px`)
    }
    expect(wide).toEqual([])
    expect(foreign).toEqual([])
  })

test('a language is chosen in place: by a visitor for this browser, by a customer for good', async ({
  page,
}) => {
  const person = await makeCustomer({ name: 'Reader' })
  const html = page.locator('html')
  await page.goto('/services?search=likes')
  await page.locator('header').getByLabel('Menu').first().click()
  await page.getByRole('link', { name: 'Tiếng Việt' }).click()
  await expect(page).toHaveURL('/vi/services?search=likes')
  await expect(html).toHaveAttribute('lang', 'vi')
  // Kept for this browser, also on a page without a language in its address.
  await page.goto('/')
  await expect(page).toHaveURL('/vi')

  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.user.email)
  await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  // Signed-in pages have one address; who had not chosen keeps the language in which they signed in.
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

  // Elsewhere the profile says it, whatever that browser showed before.
  await page.context().clearCookies()
  await page.goto('/orders')
  await expect(html).toHaveAttribute('lang', 'ru')
  await page.goto('/vi/orders')
  await expect(page).toHaveURL('/orders')
  await expect(html).toHaveAttribute('lang', 'ru')
})

/** The demo customer, whose profile says so. */
async function logInReading(language: Language): Promise<Person> {
  const demo = await logIn('demo@example.com', 'demo needs a password')
  const { user } = (await callAs(demo, '/api/user/language', 'PUT', { language })) as Pick<Person, 'user'> // the contract's shape
  return { ...demo, user }
}

async function languageOf(person: Person): Promise<Language | null> {
  const answer = (await callAs(person, '/api/user/profile')) as { user: { language: Language | null } } // the contract's shape
  return answer.user.language
}

/** Its heading is there, or why there is none, and nothing is on its way. */
async function untilItStands(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('h1, [role=alert]').first()).toBeVisible()
  await expect(page.locator('.animate-appear, [aria-busy=true]')).toHaveCount(0)
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** What is shown or read out and stands outside the marks of the tables. */
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

/** Whether a text is data: what the catalogue, the demo's orders and the operator say, figures, dates, keys, names of programs. */
async function makeDataTest(demo: Person): Promise<(text: string) => boolean> {
  const asked = await Promise.all(
    [
      '/api/services',
      '/api/categories',
      '/api/config',
      '/api/orders',
      '/api/orders/40',
      '/api/user/transactions',
      '/api/user/profile',
      '/api/notifications',
    ].map((path) => callAs(demo, path)),
  )
  const said = lettersOf([JSON.stringify(asked), ...platforms, ...Object.values(languageNames)].join(' '))
  return (text) => {
    // A long name is shown with its middle left out.
    const parts = text
      .replace(/ \([\d,]+\)$/, '')
      .split('…')
      .map(lettersOf)
    const isSaid = parts.every((part) => said.includes(part))
    return figures.test(text) || times.test(text) || keys.test(text) || isSaid
  }
}

/** Without signs, blanks and capitals, which are shown in ways of their own. */
function lettersOf(text: string): string {
  return text.replaceAll(/\\[nrt]|[^\p{L}\p{N}]/gu, '').toLowerCase()
}

const figures = /^[\d\s.,:;%$…·#–−+()/|→@&-]*k?$/
/** What Intl says of a moment. */
const times =
  /^(?:\d+ (?:sec|min|hr|day|wk|mo|yr)s?\.? ago|\d+ (?:days?|hr|min) ?(?:\d+ (?:hr|min))?|yesterday|now|[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d{1,2}:\d{2}(?::\d{2})?\s[AP]M)?)$/
const keys =
  /^(?:Ctrl K|Ctrl ↵|Ctrl|Shift|Enter|N|K|\?|ID|https:\/\/|404|\/nothing-here|curl|PHP|Python|JavaScript)$/
