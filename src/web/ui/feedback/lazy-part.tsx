import { Component, type ReactNode, Suspense } from 'react'
import { reloadPage } from '#web/platform/page/reload.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { isChunkError } from './chunk-error.ts'
import { cx } from '#web/ui/page/cx.ts'

type LazyPartProps = {
  fallback?: ReactNode
  /** For a part without its own place, such as a dialog: messages and the loading state appear above the page. */
  isFloating?: boolean
  children: ReactNode
}

/**
 * A part that is loaded on first use. If it can no longer be loaded (after an upgrade, offline), it offers to reload
 * the page in its place, and everything around it keeps working. A class, since React has no other error boundary.
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
    // Other errors are bugs and go to the page's boundary.
    if (!isChunkError(error)) throw error
    return <LostPart isFloating={isFloating} />
  }
}

/** Shown after 150 ms; it does not block what is beneath it. */
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
