import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright'

export type Visit = {
  scripts: Set<string>
  fonts: Set<string>
  shift: number
  page: Page
  context: BrowserContext
}

const quietMilliseconds = 1000
const kilobyte = 1000

/** A slow phone on a slow network: 1.6 Mbit/s, 150 ms round trip, a CPU four times slower. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowCpu = 4

const watchShifts = `
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

const readLargestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
  setTimeout(() => resolve(Infinity), 5000)
})`

/** Opens a page anonymously or with a stored session, and returns what it fetched without interaction. */
export async function visit(browser: Browser, url: string, session?: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  const found: Visit = { scripts: new Set(), fonts: new Set(), shift: 0, page, context }
  // The browser does not classify preloaded modules as scripts: their names identify them.
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) found.scripts.add(pathname)
    if (pathname.endsWith('.woff2')) found.fonts.add(pathname)
  })
  await page.addInitScript(watchShifts)
  if (session !== undefined)
    await page.addInitScript(`localStorage.setItem('session', ${JSON.stringify(session)})`)
  await page.goto(url)
  await settle(page)
  found.shift = Number(await page.evaluate('window.layoutShift'))
  return found
}

/** Waits until no request has been made for a while. */
export async function settle(page: Page): Promise<void> {
  let last = Date.now()
  const touch = () => {
    last = Date.now()
  }
  page.on('request', touch)
  while (Date.now() - last < quietMilliseconds) await page.waitForTimeout(100)
  page.off('request', touch)
}

/**
 * Seconds to the largest contentful paint on a slow phone, the best of several first visits, to exclude other load
 * on the machine.
 */
export async function measureLargestPaint(browser: Browser, url: string, times = 5): Promise<number> {
  const found: number[] = []
  for (let run = 0; run < times; run += 1) {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
    })
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', slowLine)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
    await page.goto(url)
    await page.waitForTimeout(quietMilliseconds)
    found.push(Number(await page.evaluate(readLargestPaint)) / 1000)
    await context.close()
  }
  return Math.min(...found)
}

/** Size of the built scripts as gzip, in kB; a file too small for a compressed copy counts uncompressed. */
export function weigh(buildDir: string, scripts: Iterable<string>): number {
  let bytes = 0
  for (const script of scripts) {
    const file = join(buildDir, 'client', script)
    bytes += statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
  }
  return bytes / kilobyte
}
