import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setTheme } from '#web/ui/page/theme.ts'
import { Gallery } from './gallery.tsx'
import { showPart } from '#web/testing/show-part.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  setTheme('system')
})

/** A theme changes colours alone: of each width one theme is scanned with every rule, the other with those about colours. */
const ofColours = ['color-contrast', 'link-in-text-block']
const looks = [
  { theme: 'light', width: 1360 },
  { theme: 'dark', width: 1360, rules: ofColours },
  { theme: 'light', width: 390, rules: ofColours },
  { theme: 'dark', width: 390 },
] as const

for (const { theme, width, ...own } of looks)
  test(`every part in every state is accessible and holds its width: ${theme}, ${width}`, async () => {
    await page.viewport(width, 820)
    setTheme(theme)
    takeAway = await showPart(<Gallery />)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.viewport(width, document.documentElement.scrollHeight)
    // The page around the gallery is the test's own.
    const { violations } = await axe.run(document.body, {
      // What passes is not described: that takes as long as the scan.
      resultTypes: ['violations'],
      ...('rules' in own
        ? { runOnly: { type: 'rule', values: [...own.rules] } }
        : { rules: { 'document-title': { enabled: false } } }),
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
