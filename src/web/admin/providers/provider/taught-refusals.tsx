import { lazy, useState } from 'react'
import {
  forgetSentence,
  type ProviderSettling,
  type SettleWhat,
  type TaughtSentence,
} from '#contract/orders/settle-provider.ts'
import { getProvider } from '#contract/providers/provider-actions.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

// Fetched when it is first opened.
const SettleDialog = lazy(async () => ({
  default: (await import('#web/admin/orders/settle-dialog.tsx')).SettleDialog,
}))

/** Refusals that staff taught for this provider, and orders that can be settled together; nothing if there are none. */
export function TaughtRefusals({
  providerId,
  sentences,
  canceled,
}: { providerId: number } & Pick<ProviderSettling, 'sentences' | 'canceled'>) {
  const t = useText(adminProvidersText)
  const [settled, setSettled] = useState<SettleWhat>()
  const self = useSession()?.user
  const maySettle = self !== undefined && mayDo(self, 'orders')
  if (sentences.length === 0 && canceled === 0) return null
  return (
    <CardSection title={t(sentences.length === 0 ? 'settleTitle' : 'taughtTitle')}>
      <ul className="divide-y divide-line">
        {canceled > 0 && (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-14 max-wide:px-4">
            <span className="min-w-0 flex-1 basis-60">{t('canceledWait', { count: canceled })}</span>
            {maySettle && mayDo(self, 'refund') && (
              <Button tone="secondary" size="small" onClick={() => setSettled({ kind: 'canceled' })}>
                {t('refundCanceled')}
              </Button>
            )}
          </li>
        )}
        {sentences.map((one) => (
          <Taught
            key={one.id}
            providerId={providerId}
            taught={one}
            onSettle={maySettle ? () => setSettled({ kind: 'sentence', sentence_id: one.id }) : undefined}
          />
        ))}
      </ul>
      {settled !== undefined && (
        <LazyPart isFloating>
          <SettleDialog
            providerId={providerId}
            what={settled}
            onClose={() => setSettled(undefined)}
            onDone={() => reread(getProvider)}
          />
        </LazyPart>
      )}
    </CardSection>
  )
}

function Taught({
  providerId,
  taught: { id, example, taught_by: by, taught_at: at, waiting },
  onSettle,
}: {
  providerId: number
  taught: TaughtSentence
  /** Undefined for staff who may not decide orders. */
  onSettle: (() => void) | undefined
}) {
  const t = useText(adminProvidersText)
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  async function forget(): Promise<void> {
    await call(forgetSentence, { params: { id: providerId, sentence_id: id } })
    await reread(getProvider)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-14 max-wide:px-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="wrap-anywhere">{example}</p>
        <p className="text-13 text-ink-3">
          {t('taughtBy', { name: by ?? '–', date: format.dateTime(at, 'medium') })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {waiting > 0 && onSettle !== undefined && (
          <Button tone="secondary" size="small" onClick={onSettle}>
            {t('settleWaiting', { count: waiting })}
          </Button>
        )}
        <Button
          tone="quiet"
          size="small"
          aria-label={`${t('removeTaught')}: ${example}`}
          onClick={() => setIsOpen(true)}
        >
          {t('removeTaught')}
        </Button>
      </div>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('removeTaughtTitle')}
        action={t('removeTaught')}
        onConfirm={forget}
      >
        {t('removeTaughtText')}
      </Confirm>
    </li>
  )
}
