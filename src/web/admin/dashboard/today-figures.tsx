import type { Today, TodayFigures as Figures } from '#contract/reports/today.ts'
import { ChangeNote } from '#web/admin/reports/change-note.tsx'
import { CountedUntil } from '#web/admin/reports/counted-until.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminDashboardText } from './texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

const shown = [
  { figure: 'revenue', label: 'revenue' },
  { figure: 'margin', label: 'margin' },
  { figure: 'orders', label: 'ordersToday' },
  { figure: 'customers', label: 'newCustomers' },
] as const satisfies readonly { figure: keyof Figures; label: PlainKey<typeof adminDashboardText> }[]

/** Today's figures: each with its last two weeks, compared with yesterday up to the same hour. */
export function TodayFigures({ known }: { known: Today }) {
  const t = useText(adminDashboardText)
  const format = useFormat()
  const { today, yesterday, days } = known
  return (
    <section aria-labelledby="today" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h2 id="today" className="text-20 font-bold">
          {t('today')} <span className="font-text text-13 font-normal text-ink-3">{t('todayIs')}</span>
        </h2>
        <p className="text-13 text-ink-3">
          <CountedUntil until={known.counted_until} />
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-3 wide:grid-cols-4 max-[359px]:grid-cols-1">
        {shown.map(({ figure, label }) => {
          const [now, before] = [today[figure], yesterday[figure]]
          return (
            <Card key={figure} className="flex min-w-0 flex-col gap-1">
              <dt className="text-14 text-ink-2">{t(label)}</dt>
              <dd className="figures text-28 max-wide:text-20">
                {typeof now === 'bigint' ? <MoneyText amount={now} decimals={2} /> : format.number(now)}
              </dd>
              <dd className="text-13 text-ink-2">
                <ChangeNote
                  now={BigInt(now)}
                  before={BigInt(before)}
                  {...(typeof now === 'number' && { say: (count) => format.number(Number(count)) })}
                />
              </dd>
              <dd className="text-13 text-ink-3">
                {t('yesterdayByNow', {
                  amount: typeof before === 'bigint' ? format.money(before, 2) : format.number(before),
                })}
              </dd>
              <dd aria-hidden className="mt-auto pt-2">
                <Sparkline sizes={days.map((day) => Number(day[figure]))} />
              </dd>
            </Card>
          )
        })}
      </dl>
    </section>
  )
}
