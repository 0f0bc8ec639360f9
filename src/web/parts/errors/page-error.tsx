import {
  isRouteErrorResponse,
  Navigate,
  useLocation,
  useNavigate,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { reloadPage } from '#web/platform/page/reload.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { loginPath } from '#web/platform/session/guard.ts'
import { getSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { isChunkError } from '#web/ui/feedback/chunk-error.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { NotFound } from './not-found.tsx'

/**
 * Replaces a failed page, inside its layout. An API error shows its message; a lost chunk or missing data offers a
 * reload; anything else is a bug. After an expired session the user is sent to /login.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const location = useLocation()
  const t = useText(commonText)
  if (isRouteErrorResponse(error) && error.status === 404)
    return <NotFound path={location.pathname + location.search} />
  if (error instanceof ApiError) {
    if (error.status === 401 && getSession() === null) return <Navigate to={loginPath(location)} replace />
    return (
      <div className="mx-auto grid w-full max-w-column gap-5 py-7">
        <PageHeading>{t('pageFailed')}</PageHeading>
        <Card isFlush>
          <ErrorState
            message={messageOf(error)}
            requestId={error.requestId}
            onRetry={() => void revalidate()}
            isBusy={state === 'loading'}
            aside={<Back />}
          />
        </Card>
      </div>
    )
  }
  return <Unexpected error={error} />
}

function Unexpected({ error }: { error: unknown }) {
  const t = useText(commonText)
  const [title, hint] = isChunkError(error)
    ? (['chunkError', 'chunkErrorHint'] as const)
    : isRouteErrorResponse(error)
      ? (['pageFailed', 'noAnswer'] as const)
      : isFetchError(error)
        ? (['pageFailed', 'unableToConnect'] as const)
        : (['unexpectedError', 'unexpectedErrorHint'] as const)
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-column content-center justify-items-start gap-4 py-14">
      <h1 className="text-28 font-bold">{t(title)}</h1>
      <p className="text-ink-2">{t(hint)}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={reloadPage}>{t('reload')}</Button>
        <Back />
      </div>
    </div>
  )
}

/** Whether the server was not reached, by the messages of browsers and React Router. */
function isFetchError(error: unknown): boolean {
  return (
    error instanceof Error && /failed to fetch|load failed|networkerror|turbo-stream/i.test(error.message)
  )
}

function Back() {
  const t = useText(commonText)
  const navigate = useNavigate()
  return (
    <Button tone="secondary" onClick={() => void navigate(-1)}>
      {t('back')}
    </Button>
  )
}
