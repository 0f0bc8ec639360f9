import axe from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setTheme } from '#web/ui/page/theme.ts'
import { Gallery } from './gallery.tsx'
import { showPart } from '#web/testing/show-part.tsx'

let takeAway = () => {}
beforeAll(async () => {
  takeAway = await showPart(<Gallery />)
})
afterAll(() => {
  takeAway()
  setTheme('system')
})

const looks = [
  { theme: 'light', width: 1360 },
  { theme: 'dark', width: 1360 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const

for (const { theme, width } of looks)
  test(`every part in every state is accessible and holds its width: ${theme}, ${width}`, async () => {
    await page.viewport(width, 820)
    setTheme(theme)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.viewport(width, document.documentElement.scrollHeight)
    // The page around the gallery belongs to the test.
    const { violations } = await axe.run(document.body, { rules: { 'document-title': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
