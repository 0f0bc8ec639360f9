import { useState } from 'react'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import { adminSettingsText } from '#web/messages/admin-settings.ts'
import { useText } from '#web/messages/text.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Fields, SectionFrame } from './section-frame.tsx'
import { ToldField, WritingLanguage } from './told-field.tsx'
import { isUntold } from './told.ts'
import { useSectionForm } from './use-section-form.ts'

export default function AdminAccessPage() {
  const t = useText(adminSettingsText)
  const [writing, setWriting] = useState<Language>(defaultLanguage)
  const [isAsking, setIsAsking] = useState(false)
  const form = useSectionForm({
    name: 'access',
    sections: ['registration', 'maintenance'],
    toForm: ({ registration, maintenance }) => ({
      isOpen: registration.is_open,
      isResting: maintenance.is_on,
      message: maintenance.message ?? '',
    }),
    toWire: ({ isOpen, isResting, message }) => ({
      registration: { is_open: isOpen },
      maintenance: { is_on: isResting, message: isUntold(message) ? null : message },
    }),
  })
  const { isOpen, isResting, message } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={t('access')}>
        <Fields>
          <Switch
            name="registration.is_open"
            label={<span className="font-semibold">{t('registration')}</span>}
            hint={t('registrationHint')}
            checked={isOpen}
            onChange={({ currentTarget }) => form.set({ isOpen: currentTarget.checked })}
          />
        </Fields>
      </CardSection>
      <CardSection title={t('maintenance')}>
        <Fields>
          <Switch
            name="maintenance.is_on"
            label={<span className="font-semibold">{t('maintenanceOn')}</span>}
            hint={t('maintenanceHint')}
            checked={isResting}
            onChange={({ currentTarget }) =>
              currentTarget.checked ? setIsAsking(true) : form.set({ isResting: false })
            }
          />
          <WritingLanguage value={writing} onChange={setWriting} />
          <ToldField
            name="maintenance.message"
            label={t('message')}
            hint={t('messageHint')}
            told={message}
            writing={writing}
            errors={form.errors}
            onChange={(next) => form.set({ message: next })}
          />
        </Fields>
      </CardSection>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('restTitle')}
        action={t('restAction')}
        onConfirm={() => form.set({ isResting: true })}
      >
        {t('restText')}
      </Confirm>
    </SectionFrame>
  )
}
