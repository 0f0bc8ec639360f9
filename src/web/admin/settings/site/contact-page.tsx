import { useState } from 'react'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { TranslatedField, WritingLanguage } from '#web/admin/settings/translated-field.tsx'
import { isUnwritten } from '#web/admin/settings/operator-text.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminContactPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const [writing, setWriting] = useState<Language>(defaultLanguage)
  const form = useSectionForm({
    name: 'contact',
    sections: ['contact', 'hours'],
    toForm: ({ contact, hours }) => ({
      email: contact.email ?? '',
      telegram: contact.telegram ?? '',
      hours: hours ?? '',
    }),
    toWire: ({ email, telegram, hours }) => ({
      contact: {
        email: email.trim() === '' ? null : email,
        telegram: telegram.trim() === '' ? null : telegram,
      },
      hours: isUnwritten(hours) ? null : hours,
    }),
  })
  const { hours } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={part('contact')}>
        <Fields>
          <TextField
            label={t('email')}
            hint={t('orNothing')}
            {...form.box('email', 'contact.email')}
            type="email"
            autoComplete="off"
          />
          <TextField
            label={t('telegram')}
            hint={t('orNothing')}
            {...form.box('telegram', 'contact.telegram')}
          />
          <WritingLanguage value={writing} onChange={setWriting} />
          <TranslatedField
            name="hours"
            label={t('hours')}
            hint={t('hoursHint')}
            told={hours}
            writing={writing}
            onChange={(next) => form.set({ hours: next })}
          />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
