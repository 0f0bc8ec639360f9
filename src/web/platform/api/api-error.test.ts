import { expect, test } from 'vitest'

import { toApiError } from './api-error.ts'

const refusal = (status: number, body: object) =>
  toApiError(
    Response.json({ success: false, message: 'In English', requestId: 'r1', ...body }, { status }),
    'en',
  )

test('a refusal is shown by its code and details, whatever sentence came with it', async () => {
  const details = { required: 1.2, available: 0.4 }
  expect(await refusal(402, { code: 'insufficient_balance', details })).toMatchObject({
    message: 'Insufficient balance. Required: $1.20, Available: $0.40',
    fields: {},
  })
  const held = { reason: 'provider_order_held', provider_order: '7', held_by: 12 }
  expect(await refusal(409, { code: 'state_conflict', details: held })).toMatchObject({
    message: "The provider's order 7 belongs to order 12",
  })
})

test('refused fields are shown by their codes, and the first one is the message', async () => {
  const error = await refusal(422, {
    code: 'invalid_fields',
    fields: { quantity: 'x', link: 'y' },
    field_codes: {
      quantity: { code: 'quantity_range', min: 100, max: 10_000 },
      link: { code: 'link_required' },
    },
  })
  const quantity = 'Quantity must be between 100 and 10000'
  expect(error).toMatchObject({ message: quantity, fields: { quantity, link: 'Please enter a link' } })
})

test("an unknown code of a later version is shown with the server's sentence", async () => {
  for (const sent of [
    { code: 'brand_new' },
    { code: 'state_conflict', details: { reason: 'brand_new' } },
    { code: 'insufficient_balance', details: { required: 'much' } },
    { code: 'insufficient_balance' },
  ])
    expect((await refusal(409, sent)).message).toBe('In English')
  const fields = { a: 'Odd', b: 'Also odd' }
  const sent = {
    code: 'invalid_fields',
    fields,
    field_codes: { a: { code: 'brand_new' }, b: { code: 'required' } },
  }
  expect((await refusal(422, sent)).fields).toEqual({ a: 'Odd', b: 'This field is required' })
})
