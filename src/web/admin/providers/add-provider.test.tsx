import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  checkProvider,
  createProvider,
  listProviders,
  provider as providerOf,
} from '#contract/providers/providers.ts'
import { sampleOf } from '#web/testing/sample-of.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { like } from '#web/testing/answer-calls.ts'
import { openHere } from '#web/testing/expect-screens.ts'
import { AddProvider } from './add-provider.tsx'
import AdminProvidersPage from './providers-page.tsx'

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
  await typeIn()
}
async function typeIn() {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Panel of Ours')
  await page.getByRole('textbox', { name: 'API address' }).fill('https://panel.example/api/v2')
  await page.getByLabelText('API key', { exact: true }).fill('its-key')
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const paths = () => asked.map(({ path }) => path)
const checked = checkProvider.path.replace(':id', '1')

test("a test in the dialog is shown on the provider's page once it is added", async () => {
  await fillIn()
  await press('Test')
  await expect.poll(paths).toEqual(['/api/admin/providers/try'])
  await press('Save')
  await expect.poll(paths).toEqual(['/api/admin/providers/try', createProvider.path, checked])
  expect(asked[1]?.body).not.toHaveProperty('slug')
})

test('an untested provider is saved at once', async () => {
  await fillIn()
  await press('Save')
  await expect.poll(paths).toEqual([createProvider.path])
})

test('closing the dialog while a provider is being added stays on the list, which then shows it', async () => {
  const saved = Promise.withResolvers<void>()
  const provider = like(providerOf, { id: 5, name: 'Panel of Ours' })
  let providers: object[] = []
  await openHere({
    at: '/admin/providers',
    viewer: 'staff',
    answers: [
      [listProviders, () => Response.json(like(listProviders.answer.schema, { providers, can_add: true }))],
      [
        createProvider,
        async () => {
          await saved.promise
          providers = [provider]
          return Response.json({ success: true, provider }, { status: createProvider.answer.status })
        },
      ],
    ],
  })
  await press('Add Provider')
  await typeIn()
  await press('Save')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  saved.resolve()
  await expect.element(page.getByRole('link', { name: 'Panel of Ours' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Providers' })).toBeVisible()
})

test.each([true, false])(
  'where a provider can be added (%s) it is offered, elsewhere a sentence says why not',
  async (can) => {
    const initialData = { success: true, providers: [], can_add: can } as const
    const loaderData = { queryKey: [[String(can), '']], queryFn: async () => initialData, initialData }
    const given = { loaderData } as unknown as Parameters<typeof AdminProvidersPage>[0] // of the router's, what the page reads
    takeAway = await showPart(<AdminProvidersPage {...given} />)
    expect(page.getByRole('button', { name: 'Add Provider' }).elements()).toHaveLength(can ? 1 : 0)
    const why = page.getByText(/^Real providers can't be added to a sandbox database/)
    expect(why.elements()).toHaveLength(can ? 0 : 1)
  },
)
