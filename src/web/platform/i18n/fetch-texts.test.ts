import { expect, test } from 'vitest'

import { textsByPath } from '#web/app/vite/page-paths.ts'
import routes from '#web/routes.ts'

import { textsAt } from './fetch-texts.ts'

test('a path leads to the texts of its page, by its longest fixed start', () => {
  const texts = textsByPath(routes)
  expect(textsAt('/orders', texts)).toBe('texts/shop/orders')
  expect(textsAt('/orders/12', texts)).toBe('texts/shop/orders')
  expect(textsAt('/admin/services', texts)).toBe('texts/admin/services')
  expect(textsAt('/admin/services/import', texts)).toBe('texts/admin/imports')
  expect(textsAt('/admin/users/1', texts)).toBe('texts/admin/users')
  // A ticket shows an order.
  expect(textsAt('/admin/tickets/1', texts)).toBe('texts/admin/orders')
  expect(textsAt('/vi/services/tiktok', texts)).toBe('texts/site/services')
  expect(textsAt('/ru', texts)).toBeUndefined()
  expect(textsAt('/nothing/here', texts)).toBeUndefined()
})
