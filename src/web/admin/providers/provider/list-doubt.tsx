import { useState } from 'react'
import type { Provider } from '#contract/providers/providers.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { useSync, doubts } from './use-sync.ts'

/** A list that was not accepted; if it only looks implausible, staff may accept it. */
export function ListDoubt({
  provider: { id },
  trouble: { code, reason },
}: {
  provider: Provider
  trouble: NonNullable<Provider['sync']['trouble']>
}) {
  const t = useText(adminProvidersText)
  const sync = useSync(id)
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const mayBelieve = code === 'half_missing' || code === 'prices'
  return (
    <div className="grid gap-2 border-t border-line bg-foil-soft px-5 py-4 text-14 text-foil-ink max-wide:px-4">
      <p className="font-semibold">{t('listNotUsed')}</p>
      <p>
        {t(doubts[code])} {t('doubtText')}
      </p>
      {reason !== null && <p className="text-13 wrap-anywhere">{sayFault(language, reason)}</p>}
      {mayBelieve && (
        <Button tone="secondary" size="small" className="justify-self-start" onClick={() => setIsOpen(true)}>
          {t('believe')}
        </Button>
      )}
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('believeTitle')}
        action={t('believe')}
        onConfirm={() => sync.run(true)}
      >
        {t('believeText')}
      </Confirm>
    </div>
  )
}
