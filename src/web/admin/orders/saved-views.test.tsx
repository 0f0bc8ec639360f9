import { Link } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { SavedViews } from './saved-views.tsx'

let takeAway = () => {}
let sent: [method: string | undefined, path: string, body: unknown][]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    sent.push([method, String(path), typeof body === 'string' ? JSON.parse(body) : undefined])
    return Promise.resolve(Response.json({ success: true, views: [] }))
  })
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test('a view is a link to its filters; the current one can be renamed', async () => {
  const views = [
    { id: 3, name: 'Everything', query: '' },
    { id: 4, name: 'Late ones', query: 'show=review&provider=2' },
  ]
  takeAway = await showPart(<SavedViews views={views} />)
  const late = page.getByRole('link', { name: 'Late ones' })
  await expect.element(late).toHaveAttribute('href', '/admin/orders?show=review&provider=2')
  await expect.element(page.getByRole('link', { name: 'Everything' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Rename View' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveValue('Everything')
  await name.fill('All of it')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => sent)
    .toContainEqual(['PUT', expect.stringContaining('/api/admin/order-views/3'), { name: 'All of it' }])
})

test('a view is deleted after a confirmation, and the focus moves to the button that saves it again', async () => {
  const deletes = () => sent.filter(([method]) => method === 'DELETE')
  takeAway = await showPart(
    <>
      <Link to="/admin/orders?show=review">To review</Link>
      <SavedViews views={[{ id: 4, name: 'Late ones', query: 'show=review' }]} />
    </>,
  )
  await page.getByRole('link', { name: 'To review' }).click()
  const remove = page.getByRole('button', { name: 'Delete View' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete the view “Late ones”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove).toHaveFocus()
  expect(deletes()).toEqual([])
  await remove.click()
  await question.getByRole('button', { name: 'Delete View' }).click()
  await expect.element(page.getByRole('button', { name: 'Save This View' })).toHaveFocus()
  expect(deletes()).toEqual([['DELETE', expect.stringContaining('/api/admin/order-views/4'), undefined]])
})
