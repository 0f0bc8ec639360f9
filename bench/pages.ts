import { brotliCompressSync } from 'node:zlib'

import { type Browser, chromium } from 'playwright'

import { findBuildDir } from '#scripts/build-web.ts'
import { needChromium } from '#scripts/find-chromium.ts'

import { benchLighthouse } from './lighthouse.ts'
import { measureLargestPaint, settle, visit, weigh } from './measure-page.ts'
import { budgets, printMeasured } from './page-budgets.ts'

const kilobyte = 1000
const buildDir = findBuildDir()
/** Signed-in pages, each reached by the sidebar link from the previous one: each adds its own scripts. */
const screens = ['/dashboard', '/new-order', '/orders', '/add-funds', '/services'] as const

type Demo = { url: string; email: string; password: string }

/**
 * The size and speed of pages against their limits: false if one exceeds its limit. The product is already running,
 * from this folder's build, with a demo customer.
 */
export async function benchPages({ url, email, password }: Demo): Promise<boolean> {
  const browser = await chromium.launch({
    executablePath: await needChromium((line) => process.stderr.write(`${line}\n`)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const session = await logIn({ url, email, password })
    process.stdout.write(
      `${''.padEnd(38)}${['measured', 'aim', 'fail'].map((head) => head.padStart(9)).join('')}\n`,
    )
    const verdicts = [
      ...(await benchLanding(browser, url)),
      ...(await benchServices(browser, url)),
      ...(await benchFirstViews(browser, url, session)),
      ...(await benchFurtherScreens(browser, url, session)),
      ...(await benchLighthouse(url)),
    ]
    return verdicts.every(Boolean)
  } finally {
    await browser.close()
  }
}

async function logIn({ url, email, password }: Demo): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`The demo customer can not sign in: ${await response.text()}`)
  return response.text()
}

async function benchLanding(browser: Browser, url: string): Promise<boolean[]> {
  const html = await (await fetch(url)).text()
  // Scripts only: structured data for search engines counts with the page.
  const inline = [
    ...html.matchAll(
      /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ].map((match) => match[1] ?? '')
  const { scripts, fonts, shift, context } = await visit(browser, url)
  await context.close()
  const lcp = await measureLargestPaint(browser, url)
  return [
    printMeasured('/ scripts, gzip', weigh(buildDir, scripts), budgets.landingScripts, 'kB'),
    printMeasured(
      '/ inline scripts',
      Buffer.byteLength(inline.join('')) / kilobyte,
      budgets.landingInline,
      'kB',
    ),
    printMeasured('/ HTML, brotli', brotliCompressSync(html).length / kilobyte, budgets.landingHtml, 'kB'),
    printMeasured('/ font files', fonts.size, budgets.landingFonts, ''),
    printMeasured('/ largest paint, slow phone', lcp, budgets.landingLcp, 's'),
    printMeasured('/ layout shift', shift, budgets.shift, ''),
  ]
}

async function benchServices(browser: Browser, url: string): Promise<boolean[]> {
  const { scripts, shift, context } = await visit(browser, `${url}/services`)
  await context.close()
  const lcp = await measureLargestPaint(browser, `${url}/services`)
  return [
    printMeasured(
      '/services scripts, signed out, gzip',
      weigh(buildDir, scripts),
      budgets.servicesScripts,
      'kB',
    ),
    printMeasured('/services largest paint, slow phone', lcp, budgets.servicesLcp, 's'),
    printMeasured('/services layout shift', shift, budgets.shift, ''),
  ]
}

async function benchFirstViews(browser: Browser, url: string, session: string): Promise<boolean[]> {
  const verdicts: boolean[] = []
  for (const path of screens) {
    const { scripts, shift, context } = await visit(browser, url + path, session)
    await context.close()
    verdicts.push(
      printMeasured(`${path} scripts, signed in, gzip`, weigh(buildDir, scripts), budgets.firstView, 'kB'),
      printMeasured(`${path} script files, signed in`, scripts.size, budgets.files, ''),
      printMeasured(`${path} layout shift`, shift, budgets.shift, ''),
    )
  }
  return verdicts
}

/** From the dashboard through the sidebar, like a user: the scripts that each screen adds to the previous ones. */
async function benchFurtherScreens(browser: Browser, url: string, session: string): Promise<boolean[]> {
  const [first, ...further] = screens
  const { scripts, page, context } = await visit(browser, url + first, session)
  const verdicts: boolean[] = []
  for (const path of further) {
    const before = weigh(buildDir, scripts)
    await page.locator(`aside a[href="${path}"]`).first().click()
    await settle(page)
    const added = weigh(buildDir, scripts) - before
    verdicts.push(printMeasured(`${path} adds, gzip`, added, budgets.furtherScreen, 'kB'))
  }
  await context.close()
  return verdicts
}
