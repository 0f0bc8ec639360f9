import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getPaymentMethods } from '#contract/payments/payment-methods.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { defaultMethod } from '#contract/settings/payment-methods.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import { type SectionName, sectionNames } from '#contract/settings/settings-sections.ts'
import type { Answer } from '#web/testing/answer-calls.ts'
import { expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'

const { settings, versions } = getSettings.answer.schema.shape
const known = z.encode(z.object({ settings, versions }), {
  settings: defaultSettings,
  versions: Object.fromEntries(sectionNames.map((name) => [name, 0])) as Record<SectionName, number>, // every name
})
const noFee = { percent: 0, fixed: 0 }
const gateways = [
  { id: 'cryptomus', account: 'sandbox', is_on: true, last_webhook_at: null, last_refused_at: null },
]

/** Staff's settings; saved values are added to `sent`. */
function answersWith(sent: unknown[]): Answer[] {
  return [
    [getSettings, known],
    [getPaymentMethods, { methods: [], gateways }],
    [
      updateSettings,
      async (request) => {
        sent.push(await request.json())
        return Response.json({ success: false, code: 'state_conflict', message: 'Changed' }, { status: 409 })
      },
    ],
  ]
}

type Sent = { payment_methods: { id: string; is_on: boolean }[] }

test('methods are turned off and moved up, and every method is saved in that order', async () => {
  const sent: Sent[] = []
  await openHere({ at: '/admin/settings/methods', viewer: 'staff', answers: answersWith(sent) })
  await expectShown({
    text: ['Shown as not available', 'Paid at Cryptomus (sandbox)'],
    button: ['Test Cryptomus'],
  })
  await page.getByRole('switch', { name: 'Show VISA/MasterCard to customers' }).click()
  await press('button', 'Move Payeer up')
  await press('button', 'Save Changes')
  await expect.poll(() => sent.length).toBe(1)
  const methods = sent[0]?.payment_methods ?? []
  expect(methods.slice(0, 3).map(({ id, is_on: isOn }) => [id, isOn])).toEqual([
    ['card', false],
    ['payeer', true],
    ['cryptomus', true],
  ])
})

test('limits, fee and bonuses are saved as typed, and an empty field means the shop’s', async () => {
  const sent: Sent[] = []
  await openHere({ at: '/admin/settings/methods/cryptomus', viewer: 'staff', answers: answersWith(sent) })
  await expectShown({ heading: ['Cryptomus (USDT bep20)', 'Account at Cryptomus'] })
  await fill('Name', 'Tether')
  await fill('Maximum amount', '200')
  await fill('Percentage fee', '2.5')
  await page.getByRole('switch', { name: 'Custom bonuses' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.payment_methods.find(({ id }) => id === 'cryptomus')).toEqual({
    id: 'cryptomus',
    is_on: true,
    name: 'Tether',
    instructions: null,
    min: null,
    max: 200,
    fee: { percent: 2.5, fixed: 0 },
    bonuses: [],
    approval_above: null,
    is_test: false,
  })
})

test("the terms of a card that sends another method's value are on that method", async () => {
  await openHere({ at: '/admin/settings/methods/payeer', viewer: 'staff', answers: answersWith([]) })
  await expectShown({
    text: ['Limits, fee, bonuses and test mode are set for Cryptomus, which takes the payment.'],
  })
  expect(page.getByLabelText('Maximum amount').elements()).toEqual([])
})

test('a manual method is saved with its texts and its limit for one person', async () => {
  const sent: Sent[] = []
  const bank = { ...defaultMethod('manual-bank'), name: 'Bank', instructions: 'IBAN', fee: noFee }
  const settings = { ...known.settings, payment_methods: [bank] }
  const answers: Answer[] = [[getSettings, { ...known, settings }], ...answersWith(sent)]
  await openHere({ at: '/admin/settings/methods/manual-bank', viewer: 'staff', answers })
  await expectShown({ heading: ['Bank'], text: ['Credited by staff'], button: ['Remove Method'] })
  await fill('Second approval above', '500')
  await fill('Minimum amount', '20')
  await fill('Fixed fee', '0.50')
  await press('button', 'Tiếng Việt')
  await fill('Instructions', 'Số tài khoản')
  await press('button', 'Save Changes')
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.payment_methods[0]).toMatchObject({
    id: 'manual-bank',
    name: 'Bank',
    instructions: { en: 'IBAN', vi: 'Số tài khoản' },
    min: 20,
    fee: { percent: 0, fixed: 0.5 },
    approval_above: 500,
  })
})

test('an added method has its own page, and is saved last with its input, off until staff turn it on', async () => {
  const sent: (Sent & { payment_methods: { name: unknown; instructions: unknown }[] })[] = []
  await openHere({ at: '/admin/settings/methods', viewer: 'staff', answers: answersWith(sent) })
  await press('button', 'Add Manual Method')
  await expectShown({ textbox: ['Name', 'Instructions'], button: ['Remove Method'] })
  await fill('Name', 'Wise')
  await fill('Instructions', 'Send to pay@example.com')
  await press('button', 'Save Changes')
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.payment_methods.at(-1)).toMatchObject({
    id: 'manual-1',
    is_on: false,
    name: 'Wise',
    instructions: 'Send to pay@example.com',
  })
})
