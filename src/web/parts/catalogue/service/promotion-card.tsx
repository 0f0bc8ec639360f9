import { Link } from '#web/platform/page/link.tsx'
import type { Format } from '#contract/base/format.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { endsWithMonth } from './ends-with-month.ts'

/** Only while the promotion is running, since the price includes it (spec §2); signed-in users have already registered. */
export function PromotionCard() {
  const { promotion } = useSite()
  if (promotion === null) return null
  return (
    <Link
      to="/register"
      className="grid gap-1 rounded-card border border-line bg-foil-soft p-4 text-foil-ink max-wide:col-span-2 signed-in:hidden"
    >
      <PromotionWords promotion={promotion} />
    </Link>
  )
}

export function PromotionWords({ promotion }: { promotion: Promotion }) {
  const t = useText(catalogueText)
  const format = useFormat()
  return (
    <>
      <span className="font-semibold">{sentenceOf(t, format, promotion)}</span>
      <span className="text-13">{t('promotionLength', { count: promotion.days })}</span>
    </>
  )
}

type Promotion = NonNullable<PublicConfig['promotion']>

function sentenceOf(t: Say<typeof catalogueText>, format: Format, { percent, until }: Promotion): string {
  const told = { percent: String(percent) }
  if (until === null) return t('promotion', told)
  if (endsWithMonth(until, new Date())) return t('promotionMonth', told)
  // UTC, so that the server and every reader see the same day.
  const day = until.toISOString().slice(0, 10)
  return t('promotionUntil', { ...told, date: format.date(new Date(`${day}T00:00`)) })
}
