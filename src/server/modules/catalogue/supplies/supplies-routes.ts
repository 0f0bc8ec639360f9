import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/catalogue/supplies.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { addSupply } from './add-supply.ts'
import { arrangeSupplies } from './arrange-supplies.ts'
import { listSupplies, presentSupplies } from './list-supplies.ts'

/** The providers' services behind one of ours. */
export function suppliesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.listSupplies, async ({ params }) =>
    presentSupplies(ctx.db, await listSupplies(ctx.db, params.id)),
  )
  mount(app, ctx, contract.arrangeSupplies, async ({ by, params, body }) =>
    presentSupplies(ctx.db, await arrangeSupplies(ctx, by, { id: params.id, body })),
  )
  mount(app, ctx, contract.addSupply, async ({ by, params, body }) =>
    presentSupplies(ctx.db, await addSupply(ctx, by, { id: params.id, body })),
  )
}
