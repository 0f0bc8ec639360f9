import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Coming } from './skeleton.tsx'
import { UrlSearch } from '#web/ui/fields/url-fields.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

function Filters() {
  return (
    <div className="grid gap-3">
      <UrlSearch label="Search orders" hint="ID, link or email" />
      <SelectField label="Status" name="status" options={[{ value: '', label: 'Every status' }]} />
      <FilterButtons
        label="Show"
        value="all"
        onChange={() => undefined}
        options={[{ value: 'all', label: 'All of them' }]}
      />
      <Button>Export</Button>
    </div>
  )
}

test.each([320, 1360])(
  'at %d px filters that are on their way are as high as what comes, and only their places are seen',
  async (width) => {
    await page.viewport(width, 844)
    takeAway = await showPart(
      <>
        <div data-testid="coming">
          <Coming>
            <Filters />
          </Coming>
        </div>
        <div data-testid="come">
          <Filters />
        </div>
      </>,
    )
    const [coming, come] = [page.getByTestId('coming').element(), page.getByTestId('come').element()]
    expect(come.clientHeight).toBeGreaterThan(100)
    expect(coming.clientHeight).toBe(come.clientHeight)
    for (const one of coming.querySelectorAll('label, input, select, button'))
      expect(getComputedStyle(one).color, one.tagName).toBe('rgba(0, 0, 0, 0)')
  },
)

test('nobody can use filters that are on their way, or is told of them', async () => {
  takeAway = await showPart(
    <Coming>
      <Filters />
    </Coming>,
  )
  expect(document.querySelectorAll('input:enabled, select:enabled, button:enabled')).toHaveLength(0)
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
