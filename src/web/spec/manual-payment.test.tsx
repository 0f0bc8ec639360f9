import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getAdminDeposit } from '#contract/payments/admin-deposits.ts'
import { approveCredit, getTransfer } from '#contract/payments/admin-transfers.ts'
import { getManualPayment, manualPayment, sendTransfer } from '#contract/payments/manual-payments.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { type Answer, like, ownConfig } from '#web/testing/answer-calls.ts'
import { expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'

const at = '/add-funds/manual?order_id=abc-1'
const unpaid = {
  order_id: 'abc-1',
  stage: 'unpaid',
  payment_method: 'manual-bank',
  label: 'Bank transfer',
  instructions: 'IBAN: DE00 1234',
  amount: 100,
  fee: 1.8,
  total: 101.8,
  bonus: 5,
  note: 'DEP-7',
  reference: null,
  sent_at: null,
  files: [],
  refusal: null,
  can_send: true,
  can_cancel: true,
} as const
const asAnswer = (members: object): Answer => [
  getManualPayment,
  { payment: like(manualPayment, { ...unpaid, ...members }) },
]

test('a customer sees how much to send, what to write and where to, and is told that a proof is missing', async () => {
  const sent: string[] = []
  const answers: Answer[] = [
    asAnswer({}),
    [
      sendTransfer,
      async (request) => {
        // Without a file it is JSON.
        sent.push((await request.json()).reference)
        const field_codes = { attachments: { code: 'proof_missing' } }
        const refusal = { success: false, code: 'invalid_fields', message: 'x', field_codes }
        return Response.json({ ...refusal, fields: { attachments: 'x' } }, { status: 422 })
      },
    ],
  ]
  await openHere({ at, viewer: 'customer', answers })
  await expectShown({
    heading: ['Pay with Bank transfer', '1. Send the transfer', '2. Enter the transfer details'],
    text: ['$100.00 for your balance and a fee of $1.80', 'DEP-7', 'IBAN: DE00 1234'],
    button: ['Cancel Payment'],
  })
  await fill('Transfer reference or transaction number', 'FT 1')
  await press('button', 'Send for Approval')
  await expectShown({ text: ['Attach a proof of your transfer, such as a screenshot or receipt'] })
  expect(sent).toEqual(['FT 1'])
})

test('the reference and a picture are sent together, and the payment then waits for approval', async () => {
  const sent: unknown[] = []
  const review = {
    stage: 'review',
    sent_at: '2026-11-22T10:00:00.000Z',
    reference: 'FT 1',
    can_cancel: false,
  }
  const answers: Answer[] = [
    [
      getManualPayment,
      () => {
        const members = sent.length === 0 ? unpaid : { ...unpaid, ...review }
        return Response.json({ success: true, payment: like(manualPayment, members) })
      },
    ],
    [
      sendTransfer,
      async (request) => {
        const form = await request.formData()
        const file = form.get('attachments')
        sent.push([form.get('reference'), file instanceof File && [file.name, file.type, file.size]])
        return Response.json({ success: true, payment: like(manualPayment, { ...unpaid, ...review }) })
      },
    ],
  ]
  await openHere({ at, viewer: 'customer', answers })
  await fill('Transfer reference or transaction number', 'FT 1')
  const picture = new File(['picture'], 'proof.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('Proof of payment'), picture)
  await press('button', 'Send for Approval')
  await expectShown({ heading: ['Waiting for Approval'] })
  expect(sent).toEqual([['FT 1', ['proof.png', 'image/png', 7]]])
})

test('one that was sent waits for approval, and one that was refused says why and takes nothing more', async () => {
  const sentAt = { sent_at: '2026-11-22T10:00:00.000Z', reference: 'FT 1', can_cancel: false }
  await openHere({ at, viewer: 'customer', answers: [asAnswer({ ...sentAt, stage: 'review' })] })
  await expectShown({
    heading: ['Waiting for Approval', 'Your transfer details'],
    button: ['Save Changes'],
  })
  const refused = { ...sentAt, stage: 'canceled', refusal: 'No such transfer', can_send: false }
  await openHere({ at, viewer: 'customer', answers: [asAnswer(refused)] })
  await expectShown({
    heading: ['Payment Not Credited'],
    text: ['Our support team wrote: No such transfer'],
    link: ['Contact Support', 'Return to Add Funds'],
  })
  expect(page.getByRole('button', { name: /^(?:Save Changes|Send for Approval)$/ }).elements()).toEqual([])
})

test('who comes to the status page of a transfer is taken to its own page', async () => {
  const status = like(getPaymentStatus.answer.schema, {
    status: 'pending',
    stage: 'review',
    payment_method: 'manual-bank',
  })
  const sentAt = { sent_at: '2026-11-22T10:00:00.000Z', reference: 'FT 1', stage: 'review' }
  const answers: Answer[] = [[getPaymentStatus, status], asAnswer(sentAt)]
  await openHere({ at: '/add-funds/success?order_id=abc-1', viewer: 'customer', answers })
  await expectShown({ heading: ['Waiting for Approval', 'Your transfer details'] })
  await expect.element(page.getByLabelText('Transfer reference or transaction number')).toHaveValue('FT 1')
})

const deposit = {
  id: 7,
  gateway: 'manual-bank',
  payment_method: 'manual-bank',
  status: 'review',
  amount: 900,
  fee: 0,
  review_code: 'approval_needed',
  review_details: {},
}
const proposal = { amount: 900, reference: 'FT 9', reason: 'Seen', staff_id: 3, staff_name: 'Bo' }
const ofStaff = (isOwn: boolean): Answer[] => [
  [getAdminDeposit, { deposit }],
  [
    getTransfer,
    { transfer: { reference: 'FT 9', proposal: { ...proposal, proposed_at: unpaidAt, is_own: isOwn } } },
  ],
]
const unpaidAt = '2026-11-22T10:00:00.000Z'

test('staff approve what a colleague proposed with its amount, and not what they proposed themselves', async () => {
  const approved: unknown[] = []
  const approve: Answer = [
    approveCredit,
    async (request) => {
      approved.push(await request.json())
      return Response.json({ success: false, code: 'state_conflict', message: 'x' }, { status: 409 })
    },
  ]
  await openHere({ at: '/admin/deposits/7', viewer: 'staff', answers: [...ofStaff(false), approve] })
  await expectShown({ heading: ['Proposed credit'], text: [/^Bo proposed to credit \$900/] })
  // It is read before it is approved: Approve is the next tab stop after its time, before the rejection.
  await expect.element(page.getByRole('heading', { name: 'Proposed credit' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Approve $900.00' })).toHaveFocus()
  await press('button', 'Approve $900.00')
  await expect.poll(() => approved).toEqual([{ expected_amount: 900 }])

  await openHere({ at: '/admin/deposits/7', viewer: 'staff', answers: ofStaff(true) })
  await expectShown({
    text: ['You proposed this credit. Another staff member must approve it.'],
    button: ['Withdraw Proposal'],
  })
  expect(page.getByRole('button', { name: /^Approve/ }).elements()).toEqual([])
})

test('a reconciled day names a manual method as the operator does, and says that staff received it', async () => {
  const method = { ...ownConfig.payment_methods[0], value: 'manual-bank', label: 'Bank transfer' }
  const [sum, none] = ['330.00000000', '0.00000000']
  const moved = { confirmed: sum, credited: sum, taken_back: none, reversed: none }
  const gateway = { gateway: 'manual-bank', deposits: 2, differences: 0, ...moved, list: null, named: [] }
  const answers: Answer[] = [
    [getReconciliation, { day: '2026-11-05', gateways: [gateway] }],
    [getConfig, { ...ownConfig, payment_methods: [method] }],
  ]
  await openHere({ at: '/admin/reports/reconciliation', viewer: 'staff', answers })
  await expectShown({ heading: ['Bank transfer payments'], text: ['Received, per staff'] })
  expect(page.getByText('Received, per the gateway').elements()).toEqual([])
})
