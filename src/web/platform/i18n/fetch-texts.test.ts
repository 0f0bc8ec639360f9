import { expect, test } from 'vitest'

import { textsByPath } from '#web/app/vite/page-paths.ts'
import routes from '#web/routes.ts'

import { areaAt } from './fetch-texts.ts'

test('a path leads to the texts of its page, by its longest fixed start', () => {
  const areas = textsByPath(routes)
  expect(areaAt('/orders', areas)).toBe('shop/orders')
  expect(areaAt('/orders/12', areas)).toBe('shop/orders')
  expect(areaAt('/admin/services', areas)).toBe('admin/services')
  expect(areaAt('/admin/services/import', areas)).toBe('admin/imports')
  expect(areaAt('/admin/users/1', areas)).toBe('admin/users')
  expect(areaAt('/vi/services/tiktok', areas)).toBe('site/services')
  expect(areaAt('/ru', areas)).toBeUndefined()
  expect(areaAt('/nothing/here', areas)).toBeUndefined()
})
