import { getProfile } from '#contract/users/users.ts'
import { call } from '#web/platform/api/call.ts'
import { useLiveEvent } from '#web/platform/live/live-events.ts'
import { report } from '#web/platform/api/report.ts'
import { getSession, mergeUser } from '#web/platform/session/session.ts'

/**
 * Keeps the balance in the session, and every place that shows it, up to date with the server, which sends it at the
 * start of each connection and with every change. Called once, by the frame of the signed-in pages; pages read
 * `useSession()`.
 */
export function useLiveBalance(): void {
  useLiveEvent('balance', ({ balance, owed }, userId) => mergeUser(userId, { balance, owed }))
}

/** Reads the profile and merges it into the session (spec §7); a failure is only logged (spec §8). */
export async function refreshUser(): Promise<void> {
  if (getSession() === null) return
  try {
    const { user } = await call(getProfile)
    // Absent members are reset.
    mergeUser(user.id, { ...user, owed: user.owed, needs_two_factor: user.needs_two_factor })
  } catch (error) {
    report(error)
  }
}
