import { afterEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { ChosenOrders } from './chosen-orders.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { setTheme } from '#web/ui/page/theme.ts'

let takeAway = () => {}
afterEach(async () => {
  takeAway()
  setTheme('system')
  await emulate({})
  await page.viewport(1360, 820)
})

type Media = { media?: string; features?: { name: string; value: string }[] }

async function emulate(media: Media): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media: '', features: [], ...media })
}

const styleOf = (part: Element) => getComputedStyle(part)

test('in forced colours a selected item has an outline, and others have none', async () => {
  takeAway = await showPart(
    <>
      <ChosenOrders first={[7]} />
      <FilterButtons
        label="Status"
        value="all"
        onChange={() => {}}
        options={['all', 'pending'].map((value) => ({ value, label: value }))}
      />
      <RadioGroup
        name="way"
        label="Way to pay"
        initial="crypto"
        choices={['crypto', 'card'].map((value) => ({ value, label: value }))}
        hasCards
      />
      <Tabs
        label="Account"
        value="one"
        onChange={() => {}}
        tabs={['one', 'two'].map((value) => ({ value, label: value, content: value }))}
      />
    </>,
  )
  await emulate({ features: [{ name: 'forced-colors', value: 'active' }] })
  const hasLine = (part: Element | null | undefined) => {
    expect(part).toBeTruthy()
    return part !== null && part !== undefined && styleOf(part).outlineStyle === 'solid'
  }
  const rows = page.getByRole('row').elements()
  expect(rows.map(hasLine)).toEqual([false, true, false, false])
  expect(
    page
      .getByRole('radio')
      .elements()
      .map((radio) => hasLine(radio.closest('label'))),
  ).toEqual([true, false])
  expect(page.getByRole('tab').elements().map(hasLine)).toEqual([true, false])
  const buttons = ['all', 'pending'].map((name) => page.getByRole('button', { name }).element())
  expect(buttons.map(hasLine)).toEqual([true, false])
})

test('print is light in the dark theme too, tables stay tables on narrow paper, dates are complete, and buttons are hidden', async () => {
  await page.viewport(700, 900)
  setTheme('dark')
  takeAway = await showPart(
    <>
      <ChosenOrders first={[]} />
      <PrintButton />
      <RelativeTime date={new Date('2026-01-02T03:04:05Z')} />
    </>,
  )
  const row = page.getByRole('row').elements()[1] as Element // there are four
  expect(styleOf(row).display).toBe('grid')
  await emulate({ media: 'print' })
  expect(styleOf(row).display).toBe('table-row')
  expect(styleOf(document.documentElement).colorScheme).toBe('light')
  await expect.element(page.getByRole('button', { name: 'Print' })).not.toBeInTheDocument()
  const dates = [...document.querySelectorAll('time')].filter((time) => styleOf(time).display !== 'none')
  expect(dates.map((time) => time.textContent)).toEqual(['Jan 2, 2026, 3:04:05 AM'])
})
