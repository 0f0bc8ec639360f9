import { Outlet } from 'react-router'
import { getProfile } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { requireSession } from '#web/session/guard.ts'
import { report } from '#web/report.ts'
import { mergeUser } from '#web/session/session.ts'
import { SignedInFrame } from './signed-in-frame.tsx'
import { Verifying } from './verifying.tsx'

export const clientMiddleware = [requireSession]

/** Asks the server once per page load who this is; a failure is only logged (spec §8), a refusal ends the session. */
export async function clientLoader(): Promise<null> {
  try {
    const { user } = await call(getProfile)
    mergeUser(user.id, user)
  } catch (error) {
    report(error)
  }
  return null
}
clientLoader.hydrate = true as const

export function shouldRevalidate(): boolean {
  return false
}

export function HydrateFallback() {
  return <Verifying />
}

export default function SignedInLayout() {
  return (
    <SignedInFrame>
      <Outlet />
    </SignedInFrame>
  )
}
