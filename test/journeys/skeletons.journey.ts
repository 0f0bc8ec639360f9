import type { Locator } from '@playwright/test'

import { untilPainted } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, signInAs } from './journey-users.ts'

/** Lists with demo rows, and the call of each. */
const lists = [
  { path: '/admin/users', asks: '**/api/admin/users?*' },
  { path: '/admin/services', asks: '**/api/admin/services?*' },
  { path: '/admin/orders', asks: '**/api/admin/orders?*' },
  { path: '/admin/transactions', asks: '**/api/admin/transactions?*' },
  { path: '/admin/reports', asks: '**/api/admin/reports/money?*' },
  { path: '/admin/reports?by=service&days=7&compare=none', asks: '**/api/admin/reports/money?*' },
  { path: '/admin/tickets/replies', asks: '**/api/admin/canned-replies?*' },
] as const
const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
/** A border, and rounding. */
const movedMax = 2

test('an admin list appears in the place of its skeleton, at 1360 and 320 px', async ({ page }) => {
  const admin = await getAdmin()
  const reply = { language: 'en', title: `For a journey ${Date.now()}`, content: 'For a journey' }
  const { reply: canned } = (await callAs(admin, '/api/admin/canned-replies', 'POST', reply)) as {
    reply: { id: number }
  } // the contract's shape
  await signInAs(page, admin)
  for (const { path, asks } of lists)
    for (const width of [1360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const letGo = await hold(page, asks)
      await page.goto(path)
      const isComing = page.locator('[aria-busy=true]')
      await expect(isComing.last()).toBeVisible()
      await untilPainted(page)
      const coming = await topOf(isComing.last())
      letGo()
      await expect(isComing).toHaveCount(0)
      await untilPainted(page)
      const moved = Math.abs((await topOf(page.getByRole('table').last())) - coming)
      await page.unroute(asks)
      expect(moved, `${path} at ${width} px`).toBeLessThanOrEqual(movedMax)
    }
  await callAs(admin, `/api/admin/canned-replies/${canned.id}`, 'DELETE')
})
