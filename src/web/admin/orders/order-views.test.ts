import { expect, test } from 'vitest'
import { askedByView, viewIn } from './order-views.ts'

const asked = (search: string) => askedByView(viewIn(new URLSearchParams(search)), undefined)

test('staff see all orders unless the address names a view', () => {
  expect(asked('')).toEqual({ attention: undefined, status: undefined })
  expect(asked('show=everything')).toEqual({ attention: undefined, status: undefined })
  expect(asked('show=review')).toEqual({ attention: 'true', status: undefined })
  expect(asked('show=active')).toEqual({ attention: undefined, status: ['PENDING', 'PROCESSING'] })
  expect(asked('show=failed')).toEqual({ attention: undefined, status: ['FAILED'] })
})

test('a selected status replaces those of the view', () => {
  expect(askedByView('failed', 'COMPLETED').status).toEqual(['COMPLETED'])
  expect(askedByView('review', 'PARTIAL')).toEqual({ attention: 'true', status: ['PARTIAL'] })
})
