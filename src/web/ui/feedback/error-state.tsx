import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import type { ReactNode } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'

type ErrorStateProps = {
  /** What failed: the spec's sentence. */
  message: string
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isBusy?: boolean
  /** Next to Try Again: another way to go on. */
  aside?: ReactNode
}

/** What failed, Try Again, and the request id for support. */
export function ErrorState({ message, requestId, onRetry, isBusy = false, aside }: ErrorStateProps) {
  const t = useText(commonText)
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-5 py-14 text-center">
      <CircleAlert aria-hidden className="size-7 text-bad" />
      <p className="max-w-form text-balance text-ink-2">{message}</p>
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {onRetry !== undefined && (
          <Button tone="secondary" isBusy={isBusy} onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
        {aside}
      </div>
      {requestId !== undefined && <RequestId value={requestId} />}
    </div>
  )
}

/** An error above a form. */
export function Alert({ tone = 'bad', children }: { tone?: 'bad' | 'info'; children: ReactNode }) {
  return (
    <div
      role="alert"
      className={
        tone === 'bad'
          ? 'flex gap-3 rounded-control bg-bad-soft px-4 py-3 text-14 text-bad'
          : 'flex gap-3 rounded-control bg-info-soft px-4 py-3 text-14 text-info'
      }
    >
      <CircleAlert aria-hidden className="mt-px size-4.5 shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}

function RequestId({ value }: { value: string }) {
  const t = useText(commonText)
  return (
    <p className="flex items-center gap-1 text-13 text-ink-3">
      {t('requestId')} <span className="figures">{value}</span>
      <CopyButton value={value} what={t('requestId')} />
    </p>
  )
}
