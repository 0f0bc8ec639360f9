import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'

/** A note that a form has an unsent draft. `onDiscard` undefined: there is none. */
export function DraftNote({ onDiscard }: { onDiscard: (() => void) | undefined }) {
  const t = useText(commonText)
  if (onDiscard === undefined) return null
  return (
    <p className="-my-2 text-13 text-ink-2">
      <span>{t('draftRestored')}</span>
      {' · '}
      <Button tone="quiet" size="small" onClick={onDiscard} className="-mx-3">
        {t('discardDraft')}
      </Button>
    </p>
  )
}
