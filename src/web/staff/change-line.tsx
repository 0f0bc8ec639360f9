import type { RecordChange, RecordValue } from '#contract/staff-record.ts'
import { useFormat } from '#web/language/use-format.ts'
import { adminAuditText } from '#web/messages/admin-audit.ts'
import { recordFieldsText } from '#web/messages/record-fields.ts'
import { type Say, useText } from '#web/messages/text.ts'
import { cx } from '#web/ui/cx.ts'
import { MoneyText } from '#web/ui/money.tsx'

/** "Balance $10.00 → $12.50" */
export function ChangeLine({ change, className }: { change: RecordChange; className?: string }) {
  const t = useText(recordFieldsText)
  return (
    <span className={cx('min-w-0', className)}>
      <span className="text-ink-2">{sayField(t, change.field)}</span> <BeforeAfter change={change} />
    </span>
  )
}

export function BeforeAfter({ change: { before, after } }: { change: RecordChange }) {
  const t = useText(adminAuditText)
  return (
    <>
      {before !== null && (
        <>
          <span className="sr-only">{t('before')} </span>
          <Value value={before} />
          <span aria-hidden className="text-ink-3">
            {' → '}
          </span>
        </>
      )}
      <span className="sr-only">{t('after')} </span>
      {after === null ? <span className="text-ink-3">{t('none')}</span> : <Value value={after} />}
    </>
  )
}

function Value({ value }: { value: RecordValue }) {
  const t = useText(adminAuditText)
  const format = useFormat()
  if ('money' in value) return <MoneyText amount={value.money} />
  if ('forgotten' in value) return <span className="text-ink-3">{t('forgotten')}</span>
  if ('flag' in value) return t(value.flag ? 'yes' : 'no')
  if ('number' in value) return <span className="figures">{value.number}</span>
  if (isTime(value.text)) return <span>{format.dateTime(new Date(value.text), 'medium')}</span>
  return <bdi className="wrap-anywhere">{value.text === '' ? t('none') : value.text}</bdi>
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A path by the words of its members: ids as they are, and what has no word by its own name. */
export function sayField(t: Say<typeof recordFieldsText>, field: string): string {
  return field
    .split('.')
    .map((name) => (/^\d+$/.test(name) ? `#${name}` : isWorded(name) ? t(name) : name.replaceAll('_', ' ')))
    .join(' · ')
}

function isWorded(name: string): name is keyof typeof recordFieldsText.en {
  return Object.hasOwn(recordFieldsText.en, name)
}
