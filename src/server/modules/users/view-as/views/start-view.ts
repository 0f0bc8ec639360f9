import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { startView as endpoint } from '#contract/users/view-as.ts'
import { type Caller, makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAdminUser } from '#server/modules/users/get-admin-user.ts'
import { getUser } from '#server/modules/users/get-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { insertView } from './views-queries.ts'

/**
 * Staff see the panel as a user does, for some minutes, and it is on record why. The token is no session of the user's: it
 * reads alone, what its viewer may read of anybody, and ends with the sign-in in which it was begun. Throws `not_found`, and
 * `insufficient_permissions` for staff who may do more than the viewer.
 */
export async function startView(
  ctx: Context,
  { by, staff, userId, reason }: { by: By; staff: Caller; userId: number; reason: string },
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  return transactAsStaff(ctx, by, async (tx, _tell, record) => {
    const seen = await getAdminUser(tx, userId)
    if (seen.role === 'admin') refuseBeyondOwn(staff, [seen])
    const view = await insertView(tx, { userId, viewerId: staff.id, sessionId: staff.sessionId })
    if (view === undefined) throw new AppError('authentication_required')
    record({ action: 'user.view', id: userId, reason })
    const token = makeTokenSigner(ctx.secrets)(userId, view.id, { viewerId: staff.id })
    return { token, ends_at: view.ends_at, user: await getUser(tx, userId) }
  })
}
