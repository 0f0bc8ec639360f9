import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** Services on sale, last starred first. A service that comes back on sale is still starred. */
export const favourites = z.object({ service_ids: z.array(id) })
export type Favourites = z.output<typeof favourites>

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/user/favourites',
  access: 'user',
  summary: "The user's favourite services that are for sale, last starred first; at most 500",
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.extend(favourites, { success: z.literal(true), next_cursor: nextCursor }),
  },
  errors: [],
})

const params = z.object({ service_id: idParam })
const answer = { status: 200, schema: z.object({ success: z.literal(true) }) } as const

export const starService = endpoint({
  method: 'PUT',
  path: '/api/user/favourites/:service_id',
  access: 'user',
  summary: 'Stars a service; idempotent',
  params,
  answer,
  errors: ['service_not_found', 'favourites_full'],
})

export const unstarService = endpoint({
  method: 'DELETE',
  path: '/api/user/favourites/:service_id',
  access: 'user',
  summary: 'Removes a service from the favourites; idempotent',
  params,
  answer,
  errors: [],
})

/** How many of a customer's last orders are searched, and how many services are returned. */
export const ordersLookedAt = 100
export const orderedServicesMax = 10

export const listOrderedServices = endpoint({
  method: 'GET',
  path: '/api/user/ordered-services',
  access: 'user',
  needs: 'orders',
  summary: `The last ${orderedServicesMax} services of the user's last ${ordersLookedAt} orders, last ordered first`,
  query: z.strictObject({ user_id: z.optional(idParam) }),
  answer: { status: 200, schema: z.extend(favourites, { success: z.literal(true) }) },
  errors: ['insufficient_permissions'],
})
