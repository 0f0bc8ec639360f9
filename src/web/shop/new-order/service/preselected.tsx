import { useRevalidator } from 'react-router'
import { ApiError } from '#web/platform/api/api-error.ts'
import { loadService } from './load-service.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'

/** The service named in the URL, or why the form opens without it. */
export async function loadPreselected(id: number, signal: AbortSignal) {
  try {
    return { service: await loadService(id, { signal }), failure: undefined }
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404
    return { service: undefined, failure: isGone ? ('serviceGone' as const) : ('loadFailed' as const) }
  }
}

export type Failure = 'serviceGone' | 'loadFailed'

/** `onRetry` is called before the page is reloaded, which makes a new form. */
export function PreselectedFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useText(newOrderText)
  const { revalidate, state } = useRevalidator()
  return (
    <Alert>
      <span className="flex flex-wrap items-center gap-3">
        {t(failure)}
        {failure === 'loadFailed' && (
          <Button
            tone="secondary"
            size="small"
            isBusy={state === 'loading'}
            onClick={() => {
              onRetry()
              void revalidate()
            }}
          >
            {t('tryAgain')}
          </Button>
        )}
      </span>
    </Alert>
  )
}
