import { expect, test } from 'vitest'
import { money } from '#contract/base/money.ts'

import { errors } from './en/errors.ts'
import { orderEvents } from './en/order-events.ts'
import { notifications as ru } from './ru/notifications.ts'
import { notifications as vi } from './vi/notifications.ts'
import { fields as ruFields } from './ru/fields.ts'
import { fields as viFields } from './vi/fields.ts'
import { sayField } from './say.ts'

const inGroups = { vi: '1.000', ru: '1\u00a0000' } as const

test('a sentence groups thousands as its language does', () => {
  const refusal = { code: 'services_many', max: 1_000 } as const
  expect(sayField(viFields, refusal)).toContain(` ${inGroups.vi} `)
  expect(sayField(ruFields, refusal)).toContain(` ${inGroups.ru} `)
  const held = { provider_id: 1, provider: 'North', services: 1_000 }
  expect(vi.provider_services_held(held)).toContain(` ${inGroups.vi} `)
  expect(ru.provider_services_held(held)).toContain(`(${inGroups.ru})`)
})

test('a count has the plural form that Russian requires', () => {
  const said = [1, 2, 5, 21, 111].map((max) => sayField(ruFields, { code: 'lines_many', max }))
  expect(said).toEqual(
    ['1 строки', '2 строк', '5 строк', '21 строки', '111 строк'].map((of) => `За один раз не более ${of}`),
  )
})

test('an exact amount has no trailing zeros except for cents', () => {
  expect(errors.user_changed({ balance: money(500_000_000n), open_orders: 2 })).toContain(' $5.00 and 2 ')
  expect(orderEvents.refund({ amount: money(112_700_000n) })).toBe('Refunded $1.127')
})
