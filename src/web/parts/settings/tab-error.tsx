import { useRevalidator, useRouteError } from 'react-router'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession } from '#web/platform/session/session.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

/** A tab that fails leaves the heading, the tabs and what is typed in them: what failed stands where its cards would. */
export function TabError() {
  const t = useText(commonText)
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  // The page's own screen stands for the rest.
  if (!(error instanceof ApiError) || (error.status === 401 && getSession() === null)) throw error
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
