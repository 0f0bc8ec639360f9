import { lazy } from 'react'
import { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

// Every page carries this file, and few pages that frame.
const PublicFrame = lazy(async () => ({
  default: (await import('#web/parts/public-frame/public-frame.tsx')).PublicFrame,
}))

/** Where pages keep the space next to them themselves. */
export function PublicErrorBoundary() {
  return (
    <div className="mx-auto max-w-content px-4 wide:px-7">
      <ErrorBoundary />
    </div>
  )
}

/** The root's: no layout is around it. Its text does not wait for the frame. */
export function RootErrorBoundary() {
  return (
    <LazyPart fallback={<PublicErrorBoundary />}>
      <PublicFrame>
        <PublicErrorBoundary />
      </PublicFrame>
    </LazyPart>
  )
}
