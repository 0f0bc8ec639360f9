import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { toWireNumber } from '#web/platform/format/typed-figures.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

const kinds = [
  { name: 'notifications_days', label: 'keepNotifications' },
  { name: 'emails_days', label: 'keepEmails' },
  { name: 'webhooks_days', label: 'keepWebhooks' },
  { name: 'exchanges_days', label: 'keepExchanges' },
] as const

export default function AdminRetentionPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'retention',
    sections: ['retention'],
    toForm: ({ retention }) => ({
      notifications_days: String(retention.notifications_days),
      emails_days: String(retention.emails_days),
      webhooks_days: String(retention.webhooks_days),
      exchanges_days: String(retention.exchanges_days),
    }),
    toWire: (values, language) => ({
      retention: Object.fromEntries(kinds.map(({ name }) => [name, toWireNumber(language, values[name])])),
    }),
  })
  return (
    <SectionFrame form={form}>
      <CardSection title={part('retention')}>
        <Fields>
          <p className="text-14 text-ink-2">{t('retentionLead')}</p>
          {kinds.map(({ name, label }) => (
            <NumberField
              key={name}
              label={t(label)}
              {...form.box(name, `retention.${name}`)}
              kind="whole"
              unit={t('days')}
              min="7"
              max="3650"
            />
          ))}
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
