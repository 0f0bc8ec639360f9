import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkProvider, createProvider } from '#contract/providers.ts'
import { sampleOf } from '#web/gallery/sample-of.ts'
import { showPart } from '#web/gallery/show-part.tsx'
import { AddProvider } from './add-provider.tsx'
import AdminProvidersPage from './admin-providers-page.tsx'

let takeAway = () => {}
let asked: { path: string; body: unknown }[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    asked.push({ path, body: body === undefined ? undefined : JSON.parse(String(body)) })
    const made = sampleOf(createProvider.answer.schema) as object // every member is there
    const answer = path === createProvider.path ? made : { success: true, lines: [] }
    return Promise.resolve(
      Response.json(answer, { status: path === createProvider.path ? createProvider.answer.status : 200 }),
    )
  })
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

async function fillIn() {
  takeAway = await showPart(<AddProvider onClose={() => {}} />)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Panel of Ours')
  await page.getByRole('textbox', { name: 'API address' }).fill('https://panel.example/api/v2')
  await page.getByLabelText('API key', { exact: true }).fill('its-key')
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const paths = () => asked.map(({ path }) => path)
const checked = checkProvider.path.replace(':id', '1')

test('what was tested in the dialog stands on the page of the provider once it is added', async () => {
  await fillIn()
  await press('Test')
  await expect.poll(paths).toEqual(['/api/admin/providers/try'])
  await press('Save')
  await expect.poll(paths).toEqual(['/api/admin/providers/try', createProvider.path, checked])
  expect(asked[1]?.body).not.toHaveProperty('slug')
})

test('what was not tested is saved at once', async () => {
  await fillIn()
  await press('Save')
  await expect.poll(paths).toEqual([createProvider.path])
})

test.each([true, false])(
  'where a provider can be added (%s) it is offered, elsewhere a sentence says why not',
  async (can) => {
    const loaderData = { success: true, providers: [], can_add: can } as const
    const given = { loaderData } as unknown as Parameters<typeof AdminProvidersPage>[0] // of the router's, what the page reads
    takeAway = await showPart(<AdminProvidersPage {...given} />)
    expect(page.getByRole('button', { name: 'Add Provider' }).elements()).toHaveLength(can ? 1 : 0)
    const why = page.getByText(/^Real providers cannot be added to a sandbox database: run npm run go-live/)
    expect(why.elements()).toHaveLength(can ? 0 : 1)
  },
)
