import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert, ErrorState } from '#web/ui/feedback/error-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Kept, type Shown } from './shown.tsx'

const row = 'flex flex-wrap items-center gap-3'

export const notices: readonly Shown[] = [
  {
    file: 'empty-state',
    states: {
      'with one action': (
        <Card>
          <EmptyState message="No orders found.">
            <Button>Place an order</Button>
          </EmptyState>
        </Card>
      ),
    },
  },
  {
    file: 'error-state',
    states: {
      'a page that failed': (
        <Card>
          <ErrorState message="Failed to load orders" requestId="req-7f3a" onRetry={() => {}} />
        </Card>
      ),
      'above a form': (
        <div className="grid max-w-form gap-3">
          <Alert>Invalid email or password</Alert>
          <Alert tone="info">Your session has ended. Sign in again to go on.</Alert>
        </div>
      ),
    },
  },
  {
    file: 'lazy-part',
    states: {
      'a part that is lost': (
        <LazyPart>
          <Lost />
        </LazyPart>
      ),
    },
  },
  {
    file: 'live-region',
    states: {
      'heard, not seen': (
        <Button tone="secondary" onClick={() => announce('3 orders found')}>
          Say something
        </Button>
      ),
    },
  },
  {
    file: 'page-skeleton',
    states: { 'a list': <PageSkeleton isList />, 'cards and forms': <PageSkeleton isList={false} /> },
  },
  {
    file: 'skeleton',
    states: {
      bar: <Skeleton className="h-4 w-56" />,
      rows: (
        <Card>
          <SkeletonRows rows={2} label="Loading orders" />
        </Card>
      ),
    },
  },
  {
    file: 'success-banner',
    states: {
      'for five seconds, after it was pressed': (
        <Kept<string | undefined> initial={undefined}>
          {(message, setMessage) => (
            <div className="grid max-w-form justify-items-start gap-3">
              <Button tone="secondary" onClick={() => setMessage('Your changes are saved')}>
                Save
              </Button>
              <SuccessBanner message={message} onClose={() => setMessage(undefined)} />
            </div>
          )}
        </Kept>
      ),
    },
  },
  {
    file: 'toast',
    states: {
      'each kind': (
        <div className={row}>
          {(['success', 'error', 'info'] as const).map((kind) => (
            <Button key={kind} tone="secondary" onClick={() => toast(kind, `What is said of ${kind}`)}>
              {kind}
            </Button>
          ))}
        </div>
      ),
    },
  },
]

/** Fails as after an upgrade, when its file is gone. */
function Lost(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/gone.js')
}
