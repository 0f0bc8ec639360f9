import RefreshCw from 'lucide-react/icons/refresh-cw'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import type { useStatusRefresh } from './use-status-refresh.ts'

type RefreshButtonProps = { refresh: ReturnType<typeof useStatusRefresh>; ids: readonly number[] }

/** Refresh Status; while it runs, its progress and a Stop button. */
export function RefreshButton({ refresh: { progress, start, stop }, ids }: RefreshButtonProps) {
  const t = useText(ordersText)
  return (
    <span className="flex items-center gap-2">
      <Button
        tone="secondary"
        isBusy={progress !== undefined}
        isDisabled={ids.length === 0}
        onClick={() => start(ids)}
      >
        {progress === undefined && <RefreshCw aria-hidden className="size-4" />}
        {t('refreshStatus')}
        {progress !== undefined && (
          <span className="figures">
            {t('refreshing', { done: progress.done + 1, total: progress.total })}
          </span>
        )}
      </Button>
      {progress !== undefined && (
        <Button tone="quiet" onClick={stop}>
          {t('stop')}
        </Button>
      )}
    </span>
  )
}
