import { lazy, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#web/platform/session/session.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { ErrorBoundary as PageError } from '#web/parts/errors/page-error.tsx'
import { PublicFrame } from '#web/parts/public-frame/public-frame.tsx'
import { Verifying } from '#web/parts/frame/verifying.tsx'

// Most visitors of a public page are strangers: they do not fetch a frame that they never see.
const SignedInFrame = lazy(async () => ({
  default: (await import('#web/parts/frame/signed-in-frame.tsx')).SignedInFrame,
}))

export const handle = { carriesStyles: true }

/** Public pages that have the signed-in layout for those who are signed in (/services). */
export default function VisitorLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** A page that fails leaves the frame around it. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PageError />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const isSignedIn = useSession() !== null
  // The server renders the public frame for everybody: those who are signed in do not see it flash by.
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
