import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

export const moves = ['first', 'up', 'down', 'last'] as const
export type Move = (typeof moves)[number]

const place = {
  method: 'PUT',
  access: 'admin',
  needs: 'catalogue',
  params: z.object({ id: idParam }),
  /** Exactly one of these. `before` and `after` name a neighbour, so that concurrent moves don't change the result. */
  body: z.strictObject({
    move: z.optional(z.enum(moves)),
    before: z.optional(id),
    after: z.optional(id),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
} as const

export const placeService = endpoint({
  ...place,
  path: '/api/admin/services/:id/place',
  summary: 'Moves a service within its category, as customers see it',
  errors: ['service_not_found'],
})

export const placeCategory = endpoint({
  ...place,
  path: '/api/admin/categories/:id/place',
  summary: 'Moves a category within its platform, as customers see it',
  errors: ['not_found'],
})

const adminCategory = z.object({
  id,
  name: z.string(),
  platform: z.string(),
  services: z.int(),
  on_sale: z.int(),
})
export type AdminCategory = z.output<typeof adminCategory>

export const listAdminCategories = endpoint({
  method: 'GET',
  path: '/api/admin/categories',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Categories in the order of the catalogue, including empty ones',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      categories: z.array(adminCategory),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})
