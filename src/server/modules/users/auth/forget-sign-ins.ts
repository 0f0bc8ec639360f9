import type { Tx } from '#server/lib/postgres/transact.ts'

import { deleteConfirmations } from './confirmations-queries.ts'
import { deleteInvitations } from '#server/modules/users/invitations/invitations-queries.ts'
import { deleteResets } from '#server/modules/users/resets/resets-queries.ts'
import { deletePlaces } from '#server/modules/users/sign-ins/sign-ins-queries.ts'
import { deleteSessions } from './sessions-queries.ts'
import { deleteTwoFactor } from '#server/modules/users/two-factor/two-factor-queries.ts'
import { deleteViews } from '#server/modules/users/view-as/views/views-queries.ts'

/** Where somebody signed in from, by what second factor, and the links that were sent to their address. */
export async function forgetSignIns(tx: Tx, userId: number): Promise<void> {
  await deleteSessions(tx, userId)
  await deleteViews(tx, userId)
  await deleteConfirmations(tx, userId)
  await deleteInvitations(tx, userId)
  await deleteResets(tx, userId)
  await deletePlaces(tx, userId)
  await deleteTwoFactor(tx, userId)
}
