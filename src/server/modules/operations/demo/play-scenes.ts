import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { sortPastNotifications } from '#server/modules/messaging/notifications/write-past-notifications.ts'

import { readCast } from './demo-cast.ts'
import { decisionSteps } from './demo-decisions.ts'
import { paymentSteps } from './demo-payments.ts'
import { listDemoServices } from './demo-services.ts'
import { ticketSteps } from './demo-tickets.ts'
import type { OneTx } from './in-one-tx.ts'

const HOUR_MS = 3_600_000

/** Plays the month's actions other than orders, in sequence, through the real operations. */
export async function playScenes(
  { one, moveTo }: OneTx,
  { sandbox, providerId, now }: { sandbox: SandboxAddresses; providerId: number; now: number },
): Promise<void> {
  const cast = await readCast(one.db)
  const { popular } = await listDemoServices(one.db, providerId)
  const steps = [
    ...ticketSteps(cast),
    ...paymentSteps(cast, sandbox),
    ...decisionSteps({ cast, providerId, popular }),
  ].toSorted((earlier, later) => later.hoursAgo - earlier.hoursAgo)
  for (const { hoursAgo, run } of steps) {
    const past = await moveTo(new Date(now - hoursAgo * HOUR_MS))
    // Nobody acted, so the security log gets no event.
    await run({ ...past, security: { ...past.security, note: () => undefined } })
  }
  await transact(one, (tx) => sortPastNotifications(tx, cast.customers))
}
