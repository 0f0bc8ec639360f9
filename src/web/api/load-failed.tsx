import { useRevalidator } from 'react-router'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ApiError } from './api-error.ts'

/**
 * In a page's place for what could not be loaded: why, and the way to load it again. `isChoice`: it is for the visitor to ask
 * for something else, so there is nothing that support would look into.
 */
export function LoadFailed({
  error,
  message,
  isChoice = false,
}: {
  error: unknown
  message: string
  isChoice?: boolean
}) {
  const { revalidate, state } = useRevalidator()
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
