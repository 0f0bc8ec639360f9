import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { goInside, overflowOf, untilItStands } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, type Person, signInAs } from './journey-users.ts'

/** As they go over the wire; sums are texts. */
type Report = { counted_until: string | null; rows: { key: string }[] }
type DayOfGateways = { gateways: { gateway: string; deposits: number; differences: number }[] }

const table = (page: Page) => page.getByRole('table', { name: /^Money by/ })
const total = (page: Page) => table(page).getByRole('row').filter({ hasText: 'Total' })
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })

/** The demo's activity is counted by a worker, slice by slice. */
async function untilCounted(admin: Person): Promise<Report> {
  let report: Report | undefined
  await expect
    .poll(
      async () => {
        report = (await callAs(admin, '/api/admin/reports/money?by=day')) as Report
        return Date.parse(report.counted_until ?? '1970-01-01T00:00:00Z') > Date.now() - 60_000
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  return report ?? { counted_until: null, rows: [] }
}

/** Not today: other journeys pay while this one reads. Which gateways a day has is the demo's chance. */
async function findPaidDay(admin: Person, days: string[]): Promise<string> {
  for (const day of days.toReversed()) {
    const { gateways } = (await callAs(
      admin,
      `/api/admin/reports/reconciliation?day=${day}`,
    )) as DayOfGateways
    if (gateways.some((it) => it.gateway === 'cryptomus' && it.deposits > 0 && it.differences === 0))
      return day
  }
  throw new Error('no day with a Cryptomus payment')
}

test('an operator reads the day’s charts, makes a report of a period and reconciles a day with other books', async ({
  page,
}) => {
  const admin = await getAdmin()
  const { rows } = await untilCounted(admin)
  await signInAs(page, admin)

  // The dashboard: one chart with its table, for the days in the URL.
  await page.goto('/admin/dashboard')
  const money = page.getByRole('region', { name: 'Money' })
  await expect(money.getByRole('figure')).toHaveCount(1)
  // Reported once, above.
  await expect(page.getByText(/^Updated /)).toBeVisible()
  await money.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/days=7/)
  await expect(section(page, 'Orders by status')).toContainText('COMPLETED')
  await page.goBack()
  await expect(money.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')

  // The report: grouped and sorted by the URL.
  await page.getByRole('link', { name: 'Generate Report' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  // The newest first; days on which nothing moved are folded until they are asked for.
  const unfold = page.getByRole('button', { name: /days? with no activity$/ })
  const showAll = async () => {
    if ((await unfold.count()) > 0) await unfold.click()
  }
  await expect(table(page).getByRole('row').nth(1)).not.toContainText('Total')
  await showAll()
  await expect(table(page).getByRole('row')).toHaveCount(32)
  // Past days: unfinished work of other journeys changes today's sums during the comparison.
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await goInside(page, `/admin/reports?from=${dayBefore(40)}&to=${dayBefore(2)}`)
  await expect(total(page)).toBeVisible()
  await showAll()
  await expect(table(page).getByRole('row')).toHaveCount(41)
  const sums = await total(page).getByRole('cell').allInnerTexts()
  await page.getByRole('button', { name: 'Provider', exact: true }).click()
  await expect(page).toHaveURL(/by=provider/)
  await expect(table(page).getByRole('row').filter({ hasText: 'Sandbox' })).toBeVisible()
  // Another grouping of the same money.
  expect((await total(page).getByRole('cell').allInnerTexts()).slice(1, 5)).toEqual(sums.slice(1, 5))
  await page.getByRole('button', { name: 'Service', exact: true }).click()
  await expect(page).toHaveURL(/by=service/)
  await table(page).getByRole('button', { name: 'Margin' }).click()
  await expect(page).toHaveURL(/sort=margin&direction=descending/)
  await expect(table(page).getByRole('columnheader', { name: 'Margin' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/by=provider/)
  await page.getByLabel('Compare with').selectOption('none')
  await expect(page).toHaveURL(/compare=none/)
  await expect(table(page).getByRole('columnheader', { name: 'Before' })).toHaveCount(0)

  // The file ends with the total of the page; print has the table and no buttons.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  const [, , orders, sold] = file.trimEnd().split('\r\n').at(-1)?.split(',') ?? []
  const shown = await total(page).getByRole('cell').allInnerTexts()
  expect([orders, `$${sold}`]).toEqual([shown[1], shown[2]?.replaceAll(',', '')])
  await page.emulateMedia({ media: 'print' })
  await expect(table(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await expect(page.getByLabel('Compare with')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // A day with a demo payment: its gateway and the ledger agree.
  const paid = await findPaidDay(
    admin,
    rows.map(({ key }) => key).filter((day) => day < dayBefore(0)),
  )
  await page.getByRole('link', { name: 'Reconciliation' }).click()
  await expect(page.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible()
  await page.getByLabel('Day', { exact: true }).fill(paid)
  await expect(page).toHaveURL(new RegExp(`day=${paid}`))
  const gateway = section(page, 'Cryptomus payments')
  await expect(gateway).toContainText('Matches')
  await expect(gateway).toContainText(/\$\d+\.\d\d/)
  await expect(section(page, 'Sandbox')).toContainText('Orders accepted')
  await page.getByRole('link', { name: 'Previous Day' }).click()
  await expect(page).not.toHaveURL(new RegExp(`day=${paid}`))
  await page.getByLabel('Day', { exact: true }).fill('2020-01-01')
  await expect(gateway).toHaveCount(0)

  for (const path of ['/admin/reports?by=service', `/admin/reports/reconciliation?day=${paid}`]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await goInside(page, path)
    await expect(page.getByText('Updated').first()).toBeVisible()
    await untilItStands(page)
    await expect.poll(() => overflowOf(page), { message: path }).toBe(0)
  }
})
