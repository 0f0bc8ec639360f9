import { useRevalidator, useRouteError } from 'react-router'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession } from '#web/platform/session/session.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { isChunkError } from '#web/ui/feedback/chunk-error.ts'
import { reloadPage } from '#web/platform/page/reload.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

/** A failed tab keeps the heading, the tabs and the text typed in them: its error is shown in place of its cards. */
export function TabError() {
  const t = useText(commonText)
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const isRefusal = error instanceof ApiError
  // The page's boundary sends the user to the login.
  if (isRefusal && error.status === 401 && getSession() === null) throw error
  return (
    <div className="grid max-w-column">
      <CardSection title={t('pageFailed')}>
        <ErrorState
          message={isRefusal ? messageOf(error) : t(isChunkError(error) ? 'chunkError' : 'unexpectedError')}
          requestId={isRefusal ? error.requestId : undefined}
          onRetry={() => (isRefusal ? void revalidate() : reloadPage())}
          isBusy={state === 'loading'}
        />
      </CardSection>
    </div>
  )
}
