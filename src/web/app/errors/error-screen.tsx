import { lazy } from 'react'
import { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

// Every page imports this file, but few show that frame.
const PublicFrame = lazy(async () => ({
  default: (await import('#web/parts/public-frame/public-frame.tsx')).PublicFrame,
}))

/** For pages that set their own spacing. */
export function PublicErrorBoundary() {
  return (
    <div className="mx-auto max-w-content px-4 wide:px-7">
      <ErrorBoundary />
    </div>
  )
}

/** The root's boundary has no layout around it. The text does not wait for the frame to load. */
export function RootErrorBoundary() {
  return (
    <LazyPart fallback={<PublicErrorBoundary />}>
      <PublicFrame>
        <PublicErrorBoundary />
      </PublicFrame>
    </LazyPart>
  )
}
