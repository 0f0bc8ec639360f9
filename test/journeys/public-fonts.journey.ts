import { brotliCompressSync } from 'node:zlib'

import type { Page } from '@playwright/test'

import { addressIn, languageNames, languages } from '#contract/base/languages.ts'

import { expect, test } from './journey.ts'

// One per language: a font cached from another page would be reported as if this page had requested it.
for (const language of languages)
  test(`a page without scripts loads one font file, which has every letter of ${languageNames[language]}`, async ({
    page,
  }) => {
    const fonts: string[] = []
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
    for (const path of ['/', '/pricing', '/api-docs', '/terms']) {
      fonts.length = 0
      await page.goto(addressIn(language, path))
      await page.evaluate(() => document.fonts.ready)
      // It may be reported after the page.
      await expect.poll(() => fonts, path).toHaveLength(1)
    }
    // One that arrives too late is used on the next page.
    let isLate = false
    await expect(async () => {
      if (isLate) await page.goto(addressIn(language, '/terms'))
      isLate = true
      expect(await findOtherwiseSet(page)).toEqual([])
    }).toPass({ timeout: 60_000 })
  })

test('the prices of services are set in the file of figures, and none of them takes the letters beside it', async ({
  page,
}) => {
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await page.goto('/services')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => fonts.filter((font) => font.includes('mono-figures'))).toHaveLength(1)
  expect(fonts.filter((font) => font.includes('jetbrains-mono-latin'))).toEqual([])
})

test('what a public page is painted with comes before its scripts, and is at most half a second of a slow line', async ({
  request,
}) => {
  // 1.6 Mbit/s.
  const paintedBytesMax = 100_000
  for (const path of ['/login', '/services']) {
    const html = await (await request.get(path)).text()
    const scripts = new Map<string, boolean>()
    for (const [link] of html.matchAll(/<link rel="modulepreload"[^>]*>/g)) {
      const href = / href="([^"]*)"/.exec(link)?.[1] ?? ''
      // The first link to it says how urgent it is.
      if (!scripts.has(href)) scripts.set(href, / fetchpriority="low"/i.test(link))
    }
    expect(scripts.size, path).toBeGreaterThan(5)
    expect(
      [...scripts].filter(([, isLow]) => !isLow),
      path,
    ).toEqual([])
    const fonts = [...html.matchAll(/<link[^>]* as="font"[^>]* href="([^"]*)"/g)].map(([, href = '']) => href)
    const sizes = await Promise.all(
      fonts.map(async (font) => (await (await request.get(font)).body()).byteLength),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, brotliCompressSync(html).byteLength)
    expect(sizes.length, path).toBeGreaterThan(1)
    expect(bytes, path).toBeLessThan(paintedBytesMax)
  }
})

/** Texts of the page that use a system font in part. */
async function findOtherwiseSet(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('DOM.enable')
  await tools.send('CSS.enable')
  const { root } = await tools.send('DOM.getDocument')
  const texts = { nodeId: root.nodeId, selector: 'main h1, main h2, main p, main li' }
  const { nodeIds } = await tools.send('DOM.querySelectorAll', texts)
  expect(nodeIds.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const nodeId of nodeIds) {
    const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
    if (fonts.every(({ isCustomFont }) => isCustomFont)) continue
    found.push((await tools.send('DOM.getOuterHTML', { nodeId })).outerHTML)
  }
  await tools.detach()
  return found
}
