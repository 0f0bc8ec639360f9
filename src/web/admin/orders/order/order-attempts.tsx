import type { ReactNode } from 'react'
import type { Language } from '#contract/base/languages.ts'
import type { Format } from '#contract/base/format.ts'
import type { OrderAttempt } from '#contract/orders/admin-orders.ts'
import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import { toForeignFigure } from '#web/platform/format/foreign-figure.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFaultAlone } from '#web/platform/i18n/say-fault.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

const tones = {
  sending: 'info',
  accepted: 'ok',
  rejected: 'bad',
  not_sent: 'neutral',
  refused: 'foil',
  unknown: 'bad',
} as const satisfies Record<OrderAttempt['state'], Tone>

/** Every attempt to send it: the request, its outcome, and the evidence for an unknown one. */
export function OrderAttempts({ attempts }: { attempts: readonly OrderAttempt[] }) {
  const t = useText(adminOrdersText)
  return (
    <CardSection title={t('attempts')}>
      {attempts.length === 0 && <p className="p-5 text-14 text-ink-2 max-wide:p-4">{t('noAttempts')}</p>}
      <ol className="grid">
        {attempts.map((attempt) => (
          <li key={attempt.number} className="grid gap-3 border-b border-line p-5 last:border-0 max-wide:p-4">
            <AttemptView attempt={attempt} />
          </li>
        ))}
      </ol>
    </CardSection>
  )
}

function AttemptView({ attempt }: { attempt: OrderAttempt }) {
  const t = useText(adminOrdersText)
  const language = useLanguage()
  const format = useFormat()
  const { number, state, provider } = attempt
  // The assigned order is no longer an unclaimed one.
  const evidence = attempt.evidence.filter(
    (one) => one.code !== 'unclaimed_order' || one.provider_order !== attempt.provider_order,
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-15 font-bold">
          {t('attempt', { number: String(number), provider: provider ?? '' })}
        </h3>
        <Badge tone={tones[state]}>{t(`attempt_${state}`)}</Badge>
      </div>
      <dl className="grid gap-x-5 gap-y-2 text-14 wide:grid-cols-2">
        <Fact label={t('request')}>
          <code className="text-13 break-all">
            {attempt.request.map(({ name, value }) => `${name}=${value}`).join('&')}
          </code>
        </Fact>
        <Fact label={t('reply')}>
          <span className="wrap-anywhere">{answerOf(t, language, attempt)}</span>
        </Fact>
        <Fact label={t('began')}>
          <RelativeTime date={attempt.started_at} />
        </Fact>
        {attempt.finished_at !== null && (
          <Fact label={t('ended')}>
            <RelativeTime date={attempt.finished_at} />
          </Fact>
        )}
        {attempt.cost !== null && (
          <Fact label={t('expectedCost')}>
            <MoneyText amount={attempt.cost} />
          </Fact>
        )}
        {attempt.charge !== null && (
          <Fact label={t('charged')}>
            <span className="figures">
              {toForeignFigure(format, attempt.charge)} {attempt.charge_currency}
            </span>
          </Fact>
        )}
      </dl>
      {attempt.exchange !== null && <WordForWord exchange={attempt.exchange} />}
      {evidence.length > 0 && (
        <section aria-label={t('evidence')} className="grid gap-2 rounded-control bg-sunken p-4 text-14">
          <p className="text-13 text-ink-2">{t('evidenceLead')}</p>
          <ul className="grid list-disc gap-1 ps-5">
            {evidence.map((one) => (
              <li key={JSON.stringify(one)} className="wrap-anywhere">
                {sayEvidence({ t, format }, one)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The raw exchange without our keys, for the provider's support. */
function WordForWord({ exchange: { request, answer } }: { exchange: NonNullable<OrderAttempt['exchange']> }) {
  const t = useText(adminOrdersText)
  return (
    <details className="text-14">
      <summary className="w-fit cursor-pointer font-semibold text-petrol">{t('wordForWord')}</summary>
      <div className="mt-3 grid gap-3">
        <Verbatim label={t('wasSent')} text={request} />
        {answer === null ? (
          <p className="text-ink-2">{t('notAnswered')}</p>
        ) : (
          <Verbatim
            label={t('wasAnswered', { status: String(answer.status) })}
            text={answer.body === '' ? t('answeredNothing') : answer.body}
          />
        )}
      </div>
    </details>
  )
}

function Verbatim({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-13 text-ink-3">{label}</p>
      <pre className="max-h-64 overflow-y-auto rounded-control bg-sunken p-3 text-13 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  )
}

/** The outcome in the reader's language; the provider's text is quoted. */
function answerOf(
  t: Say<typeof adminOrdersText>,
  language: Language,
  { provider_order: id, reason, evidence }: OrderAttempt,
): string {
  const taken = id === null ? '' : t('tookAs', { id })
  const others = evidence.find((one) => one.code === 'id_of_other_order')
  const seen = reason === null ? '' : sayFaultAlone(language, reason)
  const told = others === undefined ? seen : sayOthersId(t, others)
  return [taken, told].filter((part) => part !== '').join(' · ') || t('unknownFigure')
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <dt className="text-13 text-ink-3">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

type OthersId = Extract<OrderEvidence, { code: 'id_of_other_order' }>

function sayOthersId(
  t: Say<typeof adminOrdersText>,
  { provider_order: id, held_by: holder }: OthersId,
): string {
  return t('ev_id_of_other_order', { id, holder: String(holder) })
}

type Reader = { t: Say<typeof adminOrdersText>; format: Format }

function sayEvidence({ t, format }: Reader, one: OrderEvidence): string {
  const known = (figure: string | null) =>
    figure === null ? t('unknownFigure') : toForeignFigure(format, figure)
  switch (one.code) {
    case 'balance':
      return t('ev_balance', {
        before: known(one.before),
        after: known(one.after),
        expected: known(one.expected),
        currency: one.currency ?? '',
        sent: one.also_sent,
      })
    case 'unclaimed_order':
      return t('ev_unclaimed_order', {
        id: one.provider_order,
        status: one.status,
        charge: `${known(one.charge)} ${one.currency ?? ''}`.trim(),
        fits: t(one.charge_fits ? 'ev_fits' : 'ev_fitsNot'),
      })
    case 'id_between':
      return one.before === null
        ? t('ev_id_after', { after: one.after })
        : t('ev_id_between', { after: one.after, before: one.before })
    case 'active_link':
      return t('ev_active_link', { id: String(one.asked_for) })
    case 'id_with_error':
      return t('ev_id_with_error', { id: one.provider_order })
    case 'id_of_other_order':
      return sayOthersId(t, one)
    case 'accepted_too_late':
      return t('ev_accepted_too_late', { id: one.provider_order })
    case 'id_released':
      return t('ev_id_released', { id: one.provider_order })
  }
}
