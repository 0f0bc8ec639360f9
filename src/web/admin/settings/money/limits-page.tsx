import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { toTypedAmount, toWireAmount, toWireList } from '#web/platform/format/typed-figures.ts'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminLimitsPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'limits',
    sections: ['limits'],
    toForm: ({ limits }, language) => ({
      min: toTypedAmount(language, limits.deposit_min),
      max: toTypedAmount(language, limits.deposit_max),
      presets: limits.deposit_presets.join(', '),
    }),
    toWire: ({ min, max, presets }, language) => ({
      limits: {
        deposit_min: toWireAmount(language, min),
        deposit_max: toWireAmount(language, max),
        deposit_presets: toWireList(language, presets),
      },
    }),
  })
  return (
    <SectionFrame form={form}>
      <CardSection title={part('limits')}>
        <Fields>
          <div className="grid gap-5 narrow:grid-cols-2">
            <NumberField
              label={t('depositMin')}
              {...form.box('min', 'limits.deposit_min')}
              kind="money"
              unit="USD"
              step="0.01"
            />
            <NumberField
              label={t('depositMax')}
              {...form.box('max', 'limits.deposit_max')}
              kind="money"
              unit="USD"
              step="0.01"
            />
          </div>
          <TextField
            label={t('presets')}
            hint={t('presetsHint')}
            {...form.box('presets', 'limits.deposit_presets')}
          />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
