import { useRevalidator } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { ApiError } from './api-error.ts'

type LoadFailedProps = {
  error: unknown
  message: string
  /** Replaces the message if the reader lacks the permission. */
  notPermitted?: string
  /** The visitor can change the request, so support can't help here. */
  isChoice?: boolean
}

/**
 * Shown in place of what could not be loaded: the reason, and a button to try again unless that is pointless (not
 * found, or not permitted).
 */
export function LoadFailed({ error, message, notPermitted, isChoice = false }: LoadFailedProps) {
  const t = useText(commonText)
  const { revalidate, state } = useRevalidator()
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 403 || status === 404)
    return (
      <Card isFlush>
        <ErrorState message={status === 404 ? message : (notPermitted ?? t('notPermitted'))} />
      </Card>
    )
  return (
    <Card isFlush>
      <ErrorState
        message={message}
        requestId={error instanceof ApiError && !isChoice ? error.requestId : undefined}
        onRetry={() => void revalidate()}
        isBusy={state === 'loading'}
      />
    </Card>
  )
}
