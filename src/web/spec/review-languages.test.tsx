import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sayCarried } from '#contract/base/codes.ts'
import { faults } from '#contract/base/faults.ts'
import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import { listIncidents } from '#contract/orders/order-incidents.ts'
import { faultsIn } from '#web/platform/i18n/say-fault.ts'
import { openHere } from '#web/testing/expect-screens.ts'

/** Enough for every code; the provider's own text is the same in all languages. */
const details = {
  error: 'Frobnicate',
  error_code: 'ECODE',
  http_status: 502,
  location: 'https://www.panel.example',
  provider_order: '77',
  held_by: 12,
  currency: 'INR',
  account_currency: 'USD',
  status: 'Frobnicated',
  account: 'acct_1',
  payments: 1000,
  customers: 5,
  files: 3,
  folder: '/srv',
  needed_bytes: 9,
  free_bytes: 5,
}
const reasons = Object.keys(faults).map((code) => ({ code, details }))
/** Without quotations, which contain none of our words. */
const english = reasons
  .filter(({ code }) => code !== 'said' && code !== 'said_with_status')
  .map((reason) => sayCarried(faults, faultsIn.en, reason) ?? reason.code)
const at = '2026-01-31T12:00:00.000Z'
const attempts = reasons.map((reason, index) => ({
  number: index + 1,
  state: 'unknown',
  provider_id: 3,
  provider: 'Frobnicator',
  provider_service: '9',
  provider_order: null,
  cost: 1,
  reason,
  sentence: null,
  started_at: at,
  finished_at: at,
  request: [],
  exchange: null,
  charge: null,
  charge_currency: null,
  evidence: [],
}))
const order = {
  review_code: 'sending_unknown',
  review_details: { fault: { code: 'no_answer', details: {} } },
  flag: 'In English, for clients of the API',
  dispatch: { state: 'review', attempt: attempts.length, attempts },
}
const incidents = reasons.map((reason, index) => ({
  id: index + 1,
  provider: { id: 3, name: 'Frobnicator' },
  review_code: 'sending_unknown',
  reason,
  sentence: null,
  began_at: at,
  ended_at: at,
  orders: index + 1,
  cost: 1,
  price: 1,
  order_ids: [1],
}))

/** The page's text in lower case, once it contains this: a sentence may start one or follow a colon. */
async function readPage(shown: string): Promise<string> {
  await expect.element(page.getByText(shown, { exact: false }).first()).toBeVisible()
  return page.getByRole('main').element().textContent.toLowerCase()
}
const isEnglish = (text: string) => english.filter((sentence) => text.includes(sentence.toLowerCase()))

test.each(['vi', 'ru'] as const)(
  'in %s no English sentence says why an order is in review, or what became of an attempt',
  async (language) => {
    await openHere({
      at: '/admin/orders/7',
      viewer: 'staff',
      language,
      answers: [[getAdminOrder, { order }]],
    })
    const text = await readPage(faultsIn[language].no_answer as string) // one without details
    expect(text).toContain('frobnicate')
    expect(isEnglish(text)).toEqual([])

    const answers = [[listIncidents, { incidents }] as [typeof listIncidents, object]]
    await openHere({ at: '/admin/orders/incidents', viewer: 'staff', language, answers })
    expect(isEnglish(await readPage('Frobnicator'))).toEqual([])
  },
)

test('in English they are said', async () => {
  await openHere({ at: '/admin/orders/7', viewer: 'staff', answers: [[getAdminOrder, { order }]] })
  expect(isEnglish(await readPage('no response in time')).length).toBe(english.length)
})

test.each([
  ['an order of the provider that nobody has', null, true],
  ['not the one that was assigned', '24169', false],
])('the evidence of an attempt names %s', async (_what, provider_order, isNamed) => {
  const evidence = [
    {
      code: 'unclaimed_order',
      provider_order: '24169',
      status: 'In progress',
      charge: '6.36',
      currency: 'USD',
      charge_fits: true,
      read_at: at,
    },
  ]
  const dispatch = { ...order.dispatch, attempts: [{ ...attempts[0], provider_order, evidence }] }
  await openHere({
    at: '/admin/orders/7',
    viewer: 'staff',
    answers: [[getAdminOrder, { order: { ...order, dispatch } }]],
  })
  expect((await readPage('Attempt 1')).includes('24169 that matches no order here')).toBe(isNamed)
})
