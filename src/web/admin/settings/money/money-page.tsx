import type { Language } from '#contract/base/languages.ts'
import { PromotionWords } from '#web/parts/catalogue/service/promotion-card.tsx'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { BonusRows } from './bonus-rows.tsx'
import { Fields, Guarded, Preview, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import {
  toTypedAmount,
  toTypedPercent,
  toWireAmount,
  toWireNumber,
} from '#web/platform/format/typed-figures.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminMoneyPage() {
  const t = useText(adminSettingsText)
  const form = useSectionForm({
    name: 'money',
    sections: ['bonuses', 'promotion'],
    toForm: ({ bonuses, promotion }, language) => ({
      bonuses: bonuses.map(({ from, percent }) => ({
        from: toTypedAmount(language, from),
        percent: toTypedPercent(language, percent),
      })),
      isOn: promotion !== null,
      percent: toTypedPercent(language, promotion?.percent ?? 10),
      days: String(promotion?.days ?? 30),
      until: promotion?.until?.toISOString().slice(0, 16) ?? '',
    }),
    toWire: ({ bonuses, isOn, percent, days, until }, language) => ({
      bonuses: bonuses.map((step) => ({
        from: toWireAmount(language, step.from),
        percent: toWireNumber(language, step.percent, 'percent'),
      })),
      promotion: isOn
        ? {
            percent: toWireNumber(language, percent, 'percent'),
            days: toWireNumber(language, days),
            until: until === '' ? null : `${until}Z`,
          }
        : null,
    }),
  })
  const { bonuses, isOn, percent, days, until } = form.values
  return (
    <SectionFrame form={form}>
      <Guarded needs="money">
        <CardSection title={t('bonuses')}>
          <Fields>
            <p className="text-14 text-ink-2">{t('bonusesHint')}</p>
            <BonusRows rows={bonuses} onChange={(rows) => form.set({ bonuses: rows })} />
          </Fields>
        </CardSection>
      </Guarded>
      <CardSection title={t('promotion')}>
        <Fields>
          <Switch
            name="promotion"
            label={<span className="font-semibold">{t('promotionOn')}</span>}
            checked={isOn}
            onChange={({ currentTarget }) => form.set({ isOn: currentTarget.checked })}
          />
          {isOn && (
            <>
              <div className="grid gap-5 narrow:grid-cols-2">
                <NumberField
                  label={t('promotionPercent')}
                  {...form.box('percent', 'promotion.percent')}
                  kind="percent"
                  unit="%"
                  step="0.5"
                  min="0"
                  max="90"
                />
                <NumberField
                  label={t('promotionDays')}
                  {...form.box('days', 'promotion.days')}
                  kind="whole"
                  min="1"
                />
              </div>
              <TextField
                label={t('promotionUntil')}
                hint={t('promotionUntilHint')}
                {...form.box('until', 'promotion.until')}
                type="datetime-local"
              />
            </>
          )}
        </Fields>
        <ShownPromotion {...{ isOn, percent, days, until }} language={form.language} />
      </CardSection>
    </SectionFrame>
  )
}

type Typed = { isOn: boolean; percent: string; days: string; until: string; language: Language }

/** The card as visitors see it, once the figures are valid. */
function ShownPromotion({ isOn, percent, days, until, language }: Typed) {
  const figures = [toWireNumber(language, percent, 'percent'), toWireNumber(language, days)]
  const [less, length] = figures
  if (!isOn || typeof less !== 'number' || typeof length !== 'number') return null
  const end = until === '' ? null : new Date(`${until}Z`)
  return (
    <Preview>
      <p className="grid gap-1 rounded-card border border-line bg-foil-soft p-4 text-foil-ink">
        <PromotionWords promotion={{ percent: less, days: length, until: end }} />
      </p>
    </Preview>
  )
}
