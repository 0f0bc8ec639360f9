import { useId } from 'react'
import type { NotificationEntry } from '#contract/messaging/notifications.ts'
import { NotificationRow } from '#web/parts/notifications/notification-row.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useNow } from '#web/ui/text/relative-time.tsx'
import { MassOrderRow } from './mass-order-row.tsx'
import { notificationPageText } from './texts.en.ts'

/** By day, each with its heading; a mass order is one row on the day of its newest notification. */
export function Days({ rows }: { rows: readonly NotificationEntry[] }) {
  const t = useText(notificationPageText)
  return (
    <section aria-label={t('list')}>
      {groupByDay(rows, ({ notification }) => notification.created_at).map((day) => (
        <DayRows key={day.date.toDateString()} {...day} />
      ))}
    </section>
  )
}

function DayRows({ date, rows }: Day<NotificationEntry>) {
  const t = useText(notificationPageText)
  const format = useFormat()
  const id = useId()
  const ago = daysBetween(useNow(), date)
  return (
    <section className="border-t border-line first:border-0">
      <h2 id={id} className="bg-sunken px-4 py-2 text-13 font-bold text-ink-2">
        {ago === 0 ? t('today') : ago === 1 ? t('yesterday') : format.date(date)}
      </h2>
      <ul aria-labelledby={id}>
        {rows.map(({ notification, mass_order: massOrder }) =>
          massOrder === null ? (
            <NotificationRow key={notification.id} notification={notification} hasMark />
          ) : (
            <MassOrderRow key={`mass-${massOrder.id}`} notification={notification} massOrder={massOrder} />
          ),
        )}
      </ul>
    </section>
  )
}

type Day<Row> = { date: Date; rows: Row[] }

/** Groups rows, newest first, by days in the reader's time zone. */
export function groupByDay<Row>(rows: readonly Row[], dateOf: (row: Row) => Date): Day<Row>[] {
  const days: Day<Row>[] = []
  for (const row of rows) {
    const date = dateOf(row)
    const last = days.at(-1)
    if (last !== undefined && daysBetween(last.date, date) === 0) last.rows.push(row)
    else days.push({ date, rows: [row] })
  }
  return days
}

/** The midnights between them in the reader's time zone: 1 is yesterday. Not hours: a day with a clock change has 23 or 25. */
export function daysBetween(later: Date, earlier: Date): number {
  const [from, to] = [startOfDay(earlier), startOfDay(later)]
  return Math.round((to - from) / 86_400_000)
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}
