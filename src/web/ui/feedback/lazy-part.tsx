import { Component, type ReactNode, Suspense } from 'react'
import { reloadPage } from '#web/platform/page/reload.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { isChunkError } from './chunk-error.ts'
import { cx } from '#web/ui/page/cx.ts'

type LazyPartProps = {
  fallback?: ReactNode
  /**
   * For a part without a place of its own, such as a dialog: its messages and its loading state appear above the page.
   */
  isFloating?: boolean
  children: ReactNode
}

/**
 * A part that is fetched when it is first used. If it can no longer be fetched (after an upgrade, offline), it offers
 * to reload the page in its place, and everything around it keeps working. A class: React has no other error boundary.
 */
export class LazyPart extends Component<LazyPartProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    const { isFloating = false, children, fallback = isFloating && <Coming /> } = this.props
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>
    // Not this one's affair: a bug belongs to the page's boundary.
    if (!isChunkError(error)) throw error
    return <LostPart isFloating={isFloating} />
  }
}

/** What is quicker than 150 ms needs no word, and what takes longer holds up nothing beneath it. */
function Coming() {
  const t = useText(commonText)
  return (
    <output
      aria-label={t('loading')}
      className="pointer-events-none fixed inset-0 z-40 animate-appear bg-veil"
    />
  )
}

function LostPart({ isFloating }: { isFloating: boolean }) {
  const t = useText(commonText)
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-wrap items-center gap-3 rounded-control bg-bad-soft px-4 py-2 text-14 text-bad',
        isFloating && 'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-column',
      )}
    >
      {t('chunkError')}
      <Button tone="secondary" size="small" onClick={reloadPage}>
        {t('reload')}
      </Button>
    </div>
  )
}
