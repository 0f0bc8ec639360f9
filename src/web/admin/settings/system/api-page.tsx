import { type ErrorForm, errorForms } from '#contract/base/error-forms.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

const labels = { text: 'errorsText', code: 'errorsCode' } as const satisfies Record<ErrorForm, string>

export default function AdminApiSettingsPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'api',
    sections: ['reseller_api'],
    toForm: ({ reseller_api: api }) => ({ errors: String(api.errors) }),
    toWire: ({ errors }) => ({ reseller_api: { errors } }),
  })
  return (
    <SectionFrame form={form}>
      <CardSection title={part('api')}>
        <Fields>
          <SelectField
            label={t('errors')}
            {...form.box('errors', 'reseller_api.errors')}
            options={errorForms.map((value) => ({ value, label: t(labels[value]) }))}
            hint={t('errorsHint')}
          />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
