import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import * as calls from '#contract/support/contact.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { mount, serve } from '#server/lib/http/mount.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { takeTryFrom } from '#server/modules/users/auth/limit-tries.ts'

import { type ContactRow, findContactRow, listContactRows, noteAnswered } from './contact-queries.ts'
import { receiveMessage } from './receive-message.ts'

export function contactRoutes(app: FastifyInstance, ctx: Context): void {
  serve(
    app,
    ctx,
    calls.sendContact,
    async ({ body: sent }, reply, request) => {
      const userId = await findSender(ctx, request)
      await receiveMessage(ctx, { userId, sent })
      const message = 'Your message has been sent successfully!'
      return reply.header('cache-control', 'no-store').send({ success: true, message })
    },
    { beforeBody: (address) => takeTryFrom(ctx, 'contact_address', address) },
  )

  mount(app, ctx, calls.listContactMessages, async ({ query: { status, limit, cursor } }) => {
    const asked = { status, before: fromCursor(cursor), count: limit + 1 }
    const { rows, nextCursor } = toPage(await listContactRows(ctx.db, asked), limit)
    return { success: true, messages: rows.map(toMessage), next_cursor: nextCursor }
  })

  mount(app, ctx, calls.answerContactMessage, async ({ by, params }) => {
    const id = BigInt(params.id)
    await transactAsStaff(ctx, by, async (tx, _publish, record) => {
      if (await noteAnswered(tx, { id, actorId: by.actorId, now: ctx.clock() }))
        record({ action: 'contact.answer', id })
    })
    const row = await findContactRow(ctx.db, id)
    if (row === undefined) throw new AppError('not_found')
    return { success: true, message: toMessage(row) }
  })
}

/** The form is public. A valid session identifies the sender; an expired one counts as signed out. */
async function findSender(ctx: Context, request: FastifyRequest): Promise<number | undefined> {
  const { authorization } = request.headers
  if (authorization === undefined) return undefined
  try {
    return (await ctx.authenticate(authorization, addressOf(request))).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'authentication_required') return undefined
    throw error
  }
}

function toMessage({ id, ...row }: ContactRow) {
  return { ...row, id: Number(id) }
}
