import { Link } from '#web/platform/page/link.tsx'
import { testMail } from '#contract/settings/setup-tests.ts'
import { call } from '#web/platform/api/call.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { say, useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SecretField } from '#web/admin/settings/secret-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { sayTryFailed } from '#web/admin/settings/say-try-failed.ts'
import { type Tried, TryButton } from '#web/admin/settings/try-button.tsx'
import { toWireNumber } from '#web/platform/format/typed-figures.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminMailPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'mail',
    sections: ['mail'],
    toForm: ({ mail }) => ({
      isOwn: mail !== null,
      host: mail?.host ?? '',
      port: String(mail?.port ?? 587),
      security: mail?.security ?? ('starttls' as string),
      user: mail?.user ?? '',
      from: mail?.from ?? '',
    }),
    toWire: ({ isOwn, host, port, security, user, from }, language) => ({
      mail: isOwn
        ? {
            host,
            port: toWireNumber(language, port),
            security,
            user: user.trim() === '' ? null : user,
            from,
          }
        : null,
    }),
  })
  const { isOwn } = form.values
  const plain = { autoComplete: 'off', spellCheck: false }
  return (
    <SectionFrame form={form} needs="staff">
      <CardSection title={part('mail')}>
        <Fields>
          <Switch
            name="mail"
            label={<span className="font-semibold">{t('ownMail')}</span>}
            hint={t('ownMailHint')}
            checked={isOwn}
            onChange={({ currentTarget }) => form.set({ isOwn: currentTarget.checked })}
          />
          {isOwn && (
            <>
              <div className="grid gap-5 narrow:grid-cols-[1fr_12rem]">
                <TextField label={t('host')} {...plain} {...form.box('host', 'mail.host')} />
                <NumberField
                  label={t('port')}
                  {...form.box('port', 'mail.port')}
                  kind="whole"
                  min="1"
                  max="65535"
                />
              </div>
              <SelectField
                label={t('security')}
                {...form.box('security', 'mail.security')}
                options={[
                  { value: 'starttls', label: t('securityStarttls') },
                  { value: 'tls', label: t('securityTls') },
                  { value: 'none', label: t('securityNone') },
                ]}
              />
              <TextField label={t('from')} type="email" {...plain} {...form.box('from', 'mail.from')} />
              <TextField label={t('user')} {...plain} {...form.box('user', 'mail.user')} />
              <SecretField
                form={form}
                label={t('password')}
                name="mail_password"
                isKept={form.known.has_mail_password}
              />
            </>
          )}
        </Fields>
        <TryButton label={t('testMail')} onTry={tryMail} />
        <p className="px-5 pb-5 text-14 max-wide:px-4">
          <Link to="/admin/failures" className="text-petrol underline-offset-4 hover:underline">
            {t('undelivered')}
          </Link>
        </p>
      </CardSection>
    </SectionFrame>
  )
}

async function tryMail(): Promise<Tried> {
  const { outcome, place, reason, milliseconds } = await call(testMail)
  if (outcome === 'not_set_up') return { isGood: false, words: say(adminSettingsText, 'mailUnset') }
  if (outcome === 'failed') return { isGood: false, words: sayTryFailed(reason) }
  return {
    isGood: true,
    words: say(adminSettingsText, 'mailWorks', { place: place ?? '', milliseconds }),
  }
}
