import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import type { Selection } from './table-selection.tsx'

/** Bulk actions, at the lower edge while rows are selected; their number is announced when it changes. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const t = useText(commonText)
  const count = selection.chosen.size
  return (
    <>
      <output className="sr-only">{count > 0 && t('chosen', { count })}</output>
      {count > 0 && (
        <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 rounded-b-card border-t border-line bg-surface px-5 py-3 shadow-receipt max-wide:px-4">
          <span className="text-14 font-semibold">{t('chosen', { count })}</span>
          <Button tone="quiet" size="small" onClick={selection.clear}>
            <X aria-hidden className="size-4" />
            {t('clearChosen')}
          </Button>
          <div className="ms-auto flex flex-wrap gap-2">{children}</div>
        </div>
      )}
    </>
  )
}
