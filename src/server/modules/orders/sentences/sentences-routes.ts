import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import {
  forgetSentence,
  getProviderSettling,
  SETTLED_MAX,
  settleProvider,
} from '#contract/orders/settle-provider.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { isProvider } from '#server/modules/orders/admin/match-orders.ts'
import { transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { deleteTaught, listCanceledWithCharge, listTaughtRows, listWaitingWith } from './sentences-queries.ts'
import { settleProvider as settle } from './settle-provider.ts'

/** Taught refusals, and decisions for many orders of one provider at once. */
export function sentencesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getProviderSettling, async ({ params: { id: providerId } }) => {
    await requireProvider(ctx, providerId)
    const [taught, canceled] = await Promise.all([
      listTaughtRows(ctx.db, providerId),
      listCanceledWithCharge(ctx.db, { providerId, limit: SETTLED_MAX }),
    ])
    const sentences = taught.map(async (one) => {
      const { sentence } = one
      const waiting = await listWaitingWith(ctx.db, { providerId, sentence, limit: SETTLED_MAX })
      return { ...one, waiting: waiting.length }
    })
    return { success: true, sentences: await Promise.all(sentences), canceled: canceled.length }
  })

  mount(app, ctx, forgetSentence, async ({ by, params: { id: providerId, sentence_id: id } }) => {
    await transactAsStaff(ctx, by, async (tx, _tell, record) => {
      const gone = await deleteTaught(tx, { providerId, id })
      if (gone === undefined) throw new AppError('not_found')
      record({ action: 'provider.forget', id: providerId, before: { sentence: gone.example } })
    })
    return { success: true }
  })

  mount(app, ctx, settleProvider, async ({ by, caller, params: { id: providerId }, body }) => {
    await requireProvider(ctx, providerId)
    const { what, reason, dry_run: isDryRun } = body
    return {
      success: true,
      ...(await settle(ctx, { providerId, what, staff: caller, by, reason, isDryRun })),
    }
  })
}

async function requireProvider(ctx: Context, id: number): Promise<void> {
  if (!(await isProvider(ctx.db, id))) throw new AppError('provider_not_found')
}
