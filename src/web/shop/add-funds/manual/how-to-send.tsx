import type { ReactNode } from 'react'
import { formatExact } from '#contract/base/money.ts'
import type { ManualPayment } from '#contract/payments/manual-payments.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { manualPaymentText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

/** The amount to send, the transfer's reference, and where to send it. */
export function HowToSend({ payment }: { payment: ManualPayment }) {
  const t = useText(manualPaymentText)
  const format = useFormat()
  const { amount, fee, total, bonus, note, instructions, expires_at: end } = payment
  return (
    <div className="grid gap-4 px-5 py-4 max-wide:px-4">
      <dl className="grid gap-4">
        <Fact
          label={t('amountToSend')}
          hint={
            fee > 0n
              ? t('amountHint', { amount: format.money(amount, 2), fee: format.money(fee, 2) })
              : undefined
          }
        >
          <span className="figures text-28 font-medium">
            <MoneyText amount={total} />
          </span>
          <CopyButton value={formatExact(total).replaceAll(',', '')} what={t('amountToSend')} />
        </Fact>
        <Fact label={t('note')} hint={t('noteHint')}>
          <code className="figures text-20 font-medium">{note}</code>
          <CopyButton value={note} what={t('note')} />
        </Fact>
        {bonus > 0n && (
          <Fact label={t('bonus')}>
            <MoneyText
              amount={bonus}
              isSigned
              className="rounded-chip bg-foil-soft px-1 font-semibold text-foil-ink"
            />
          </Fact>
        )}
        {end !== null && (
          <Fact label={t('until')}>
            <time dateTime={end.toISOString()}>{format.dateTime(end)}</time>
          </Fact>
        )}
      </dl>
      <section
        aria-label={t('instructions')}
        className="rounded-control bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-line"
      >
        {instructions ?? t('noInstructions')}
      </section>
    </div>
  )
}

function Fact({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">{children}</dd>
      {hint !== undefined && <dd className="text-13 text-ink-2">{hint}</dd>}
    </div>
  )
}
