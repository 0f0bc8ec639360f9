import { Outlet, useRevalidator, useRouteError } from 'react-router'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession } from '#web/platform/session/session.ts'
import { ErrorBoundary as PageError } from './error-screen.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

export default function TabBoundary() {
  return <Outlet />
}

/** A tab that fails leaves the heading and the tabs beside it: what failed stands where the tab's cards would. */
export function ErrorBoundary() {
  const t = useText(commonText)
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (!(error instanceof ApiError) || (error.status === 401 && getSession() === null)) return <PageError />
  return (
    <div className="grid max-w-column">
      <CardSection title={t('pageFailed')}>
        <ErrorState
          message={messageOf(error)}
          requestId={error.requestId}
          onRetry={() => void revalidate()}
          isBusy={state === 'loading'}
        />
      </CardSection>
    </div>
  )
}
