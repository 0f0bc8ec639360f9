import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { Verifying } from '#web/layouts/verifying.tsx'
import { appText } from '#web/messages/en/app.ts'
import { useText } from '#web/messages/text.ts'
import { getSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NotFound } from './not-found-page.tsx'

/**
 * What stands in place of a page that failed. The root exports it for everything; a page or layout may export it too, so
 * that the frame stays. A refusal of the API says what it says; a lost chunk offers to reload; the rest is a bug.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const { pathname } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound path={pathname} />
  if (error instanceof ApiError) {
    // The session is over: the frame is on its way to /login.
    if (error.status === 401 && getSession() === null) return <Verifying />
    return (
      <ErrorState
        message={messageOf(error)}
        requestId={error.requestId}
        onRetry={() => void revalidate()}
        isBusy={state === 'loading'}
      />
    )
  }
  return <Unexpected error={error} />
}

function Unexpected({ error }: { error: unknown }) {
  const t = useText(appText)
  const isChunk = isChunkError(error)
  return (
    <main className="mx-auto grid min-h-[60dvh] max-w-column content-center justify-items-start gap-4 px-4 py-14">
      <h1 className="text-28 font-bold">{isChunk ? t('chunkError') : t('unexpectedError')}</h1>
      <p className="text-ink-2">{isChunk ? t('chunkErrorHint') : t('unexpectedErrorHint')}</p>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </main>
  )
}

/** A part of the app that can no longer be fetched, as each browser words it. */
function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /dynamically imported module|importing a module script|ChunkLoadError|module script failed/i.test(
    `${error.name} ${error.message}`,
  )
}
