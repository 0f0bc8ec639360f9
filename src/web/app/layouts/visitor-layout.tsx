import { lazy, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#web/platform/session/session.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { ErrorBoundary as PageError } from '#web/parts/errors/page-error.tsx'
import { PublicFrame } from '#web/parts/public-frame/public-frame.tsx'
import { Verifying } from '#web/parts/frame/verifying.tsx'

// Most visitors of public pages are signed out and never need this frame.
const SignedInFrame = lazy(async () => ({
  default: (await import('#web/parts/frame/signed-in-frame.tsx')).SignedInFrame,
}))

export const handle = { carriesStyles: true }

/** For public pages that have the signed-in frame when a user is signed in (/services). */
export default function VisitorLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** A page that fails leaves the frame in place. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PageError />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const isSignedIn = useSession() !== null
  // The server renders the public frame for everyone; the boot script's mark hides it from signed-in users.
  if (isSignedIn) {
    return (
      <LazyPart fallback={<Verifying />}>
        <SignedInFrame>{children}</SignedInFrame>
      </LazyPart>
    )
  }
  return (
    <div className="signed-in:invisible">
      <PublicFrame>
        <div className="mx-auto max-w-content px-4 pt-5 pb-20 wide:px-7 wide:pt-7">{children}</div>
      </PublicFrame>
    </div>
  )
}
