import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, id, idParam, line, noControls } from '#contract/base/fields.ts'

/** Max. views per member of staff. */
export const ORDER_VIEWS_MAX = 20

/** A saved view of the staff's order list: its name and the list's query string, without the question mark. */
const orderView = z.object({ id, name: z.string(), query: z.string() })
export type OrderView = z.output<typeof orderView>

const name = line({ min: 1, max: 60, message: 'name_required' })
const query = z.string().check(atMost(1_000), noControls)

const views = {
  access: 'admin',
  needs: 'orders',
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), views: z.array(orderView) }),
  },
} as const
const ofOne = { ...views, params: z.object({ id: idParam }) } as const

export const listOrderViews = endpoint({
  ...views,
  method: 'GET',
  path: '/api/admin/order-views',
  summary: `The caller's views of the order list, by name; at most ${ORDER_VIEWS_MAX}`,
  errors: [],
})

/** Changes return all of the caller's views. */
export const createOrderView = endpoint({
  ...views,
  method: 'POST',
  path: '/api/admin/order-views',
  summary: 'Saves a view of the order list for the caller',
  body: z.strictObject({ name, query }),
  errors: ['state_conflict'],
})

export const changeOrderView = endpoint({
  ...ofOne,
  method: 'PUT',
  path: '/api/admin/order-views/:id',
  summary: 'Renames a view of the caller, or saves another query under its name',
  body: z.strictObject({ name: z.optional(name), query: z.optional(query) }),
  errors: ['not_found'],
})

export const deleteOrderView = endpoint({
  ...ofOne,
  method: 'DELETE',
  path: '/api/admin/order-views/:id',
  summary: 'Deletes a view of the caller',
  errors: ['not_found'],
})
