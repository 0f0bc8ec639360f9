import { useState } from 'react'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { TranslatedField, WritingLanguage } from '#web/admin/settings/translated-field.tsx'
import { isUnwritten } from '#web/admin/settings/operator-text.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminAccessPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const [writing, setWriting] = useState<Language>(defaultLanguage)
  const [isAsking, setIsAsking] = useState(false)
  const form = useSectionForm({
    name: 'access',
    sections: ['registration', 'staff_sign_in', 'maintenance'],
    toForm: ({ registration, staff_sign_in: staff, maintenance }) => ({
      isOpen: registration.is_open,
      needsFactor: staff.two_factor,
      isResting: maintenance.is_on,
      message: maintenance.message ?? '',
    }),
    toWire: ({ isOpen, needsFactor, isResting, message }) => ({
      registration: { is_open: isOpen },
      staff_sign_in: { two_factor: needsFactor },
      maintenance: { is_on: isResting, message: isUnwritten(message) ? null : message },
    }),
  })
  const { isOpen, needsFactor, isResting, message } = form.values
  const user = useSession()?.user
  const mayAsk = user !== undefined && mayDo(user, 'staff')
  return (
    <SectionFrame form={form}>
      <CardSection title={part('access')}>
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
      <CardSection title={t('staffSignIn')}>
        <Fields>
          <Switch
            name="staff_sign_in.two_factor"
            label={<span className="font-semibold">{t('staffTwoFactor')}</span>}
            hint={mayAsk ? t('staffTwoFactorHint') : t('staffTwoFactorOthers')}
            checked={needsFactor}
            disabled={!mayAsk}
            onChange={({ currentTarget }) => form.set({ needsFactor: currentTarget.checked })}
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
          <TranslatedField
            name="maintenance.message"
            label={t('message')}
            hint={t('messageHint')}
            told={message}
            writing={writing}
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
