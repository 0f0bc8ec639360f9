import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { adoptLanguage, inOwnLanguage } from '#web/platform/language/own-language.ts'
import { requireSession } from '#web/platform/session/guard.ts'
import { refreshUser } from '#web/parts/wallet/use-live-balance.ts'
import { SignedInFrame } from '#web/parts/frame/signed-in-frame.tsx'

export const clientMiddleware = [requireSession, inOwnLanguage]

/**
 * The frame is rendered from the stored session, without waiting. The profile is fetched once per page load; a failure
 * is only logged (spec §8), a refusal ends the session.
 */
export default function SignedInLayout() {
  useEffect(() => void refreshUser().then(adoptLanguage), [])
  return (
    <SignedInFrame>
      <Outlet />
    </SignedInFrame>
  )
}
