import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { copyText } from './copy-text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

const shownMilliseconds = 2_000

/**
 * Copies `value`; `what` names it for screen readers ("order id"). Announces "Copied", or shows the value for manual
 * copying if the browser does not allow copying.
 */
export function CopyButton({ value, what, className }: { value: string; what: string; className?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const t = useText(commonText)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy(): Promise<void> {
    if (!(await copyText(value))) return toast('error', t('copyFailed', { value }))
    setIsCopied(true)
    announce(t('copied'))
  }

  const Picture = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={t('copyOf', { what })}
      title={isCopied ? t('copied') : t('copyOf', { what })}
      className={cx(
        'inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink max-wide:size-11 print:hidden',
        isCopied && 'text-ok',
        className,
      )}
    >
      <Picture aria-hidden className="size-4" />
    </button>
  )
}
