import { Fragment } from 'react'
import type { AuditChange, AuditValue } from '#contract/audit-log/audit-log.ts'
import { isLanguage, languageNames } from '#contract/base/languages.ts'
import { permissions } from '#contract/base/permissions.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminAuditText, recordFieldsText, recordValuesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'

/** "Balance $10.00 → $12.50" */
export function ChangeLine({ change, className }: { change: AuditChange; className?: string }) {
  return (
    // Screen-reader text is clipped together with its line, and clicks pass through to the row's link.
    <span className={cx('pointer-events-none relative min-w-0', className)}>
      <span className="text-ink-2">
        <FieldName field={change.field} />
      </span>{' '}
      <BeforeAfter change={change} />
    </span>
  )
}

export function BeforeAfter({ change: { field, before, after } }: { change: AuditChange }) {
  const t = useText(adminAuditText)
  return (
    <>
      {before !== null && (
        <>
          <span className="sr-only">{t('before')} </span>
          <Value field={field} value={before} />
          <span aria-hidden className="text-ink-3">
            {' → '}
          </span>
        </>
      )}
      <span className="sr-only">{t('after')} </span>
      {after === null ? (
        <span className="text-ink-3">{t('none')}</span>
      ) : (
        <Value field={field} value={after} />
      )}
    </>
  )
}

function Value({ field, value }: { field: string; value: AuditValue }) {
  const t = useText(adminAuditText)
  const format = useFormat()
  if ('money' in value) return <MoneyText amount={value.money} />
  if ('forgotten' in value) return <span className="text-ink-3">{t('forgotten')}</span>
  if ('flag' in value) return t(value.flag ? 'yes' : 'no')
  if ('user' in value) return <bdi>{value.user.name ?? t('deletedUser')}</bdi>
  // Integers may be ids.
  if ('number' in value)
    return (
      <span className="figures">
        {(field === 'message' || field === 'note') && '#'}
        {Number.isInteger(value.number) ? value.number : format.number(value.number)}
      </span>
    )
  if (/(?:^|\.)(?:languages?|permissions)$/.test(field)) return <Codes text={value.text} />
  if (isTime(value.text)) return <span>{format.dateTime(new Date(value.text), 'medium')}</span>
  return value.text === '' ? t('none') : <Words text={value.text} />
}

/** The words for a code, the code itself if it has none, and texts as written. */
function Words({ text }: { text: string }) {
  const t = useText(recordValuesText)
  const statuses = orderStatusesIn[useLanguage()]
  const status = orderStatuses.find((known) => known === text)
  if (status !== undefined) return statuses[status]
  if (isValueWorded(text)) return t(text)
  if (/^[a-z]+(?:[A-Z_.][a-z]+)+$/.test(text)) return <code className="wrap-anywhere">{text}</code>
  return <bdi className="wrap-anywhere">{text}</bdi>
}

/** "en, vi", "orders, support": lists of codes that have other meanings elsewhere. */
function Codes({ text }: { text: string }) {
  const t = useText(recordValuesText)
  const sayCode = (code: string) => {
    if (isLanguage(code)) return languageNames[code]
    const permission = permissions.find((known) => known === code)
    return permission === undefined ? code : t(`may_${permission}`)
  }
  return text.split(', ').map(sayCode).join(', ')
}

function isValueWorded(text: string): text is keyof typeof recordValuesText {
  return Object.hasOwn(recordValuesText, text)
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A path with a label per member: ids unchanged, and members without a label by their name. */
export function FieldName({ field }: { field: string }) {
  const t = useText(recordFieldsText)
  return field.split('.').map((name, at) => (
    <Fragment key={`${at} ${name}`}>
      {at > 0 && ' · '}
      {/^\d+$/.test(name) ? `#${name}` : isWorded(name) ? t(name) : <code>{name}</code>}
    </Fragment>
  ))
}

function isWorded(name: string): name is keyof typeof recordFieldsText {
  return Object.hasOwn(recordFieldsText, name)
}
