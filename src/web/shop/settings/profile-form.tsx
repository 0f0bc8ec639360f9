import { useEffect, useRef, useState } from 'react'
import { languageNames, languages } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { countries, updateProfile, type User, getProfile } from '#contract/users/users.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { showIn } from '#web/platform/language/switch-language.ts'
import { settingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { mergeUser } from '#web/platform/session/session.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Card } from '#web/ui/page/card.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PendingEmail } from './pending-email.tsx'

/** Name, email, phone, country and language. Typed values survive an expired session; a different email requires the password. */
export function ProfileForm({ user }: { user: User }) {
  const t = useText(settingsText)
  const language = useLanguage()
  const form = useForm({
    overSignIn: { name: 'profile', fields: ['name', 'email', 'phone', 'country', 'language'] },
    schema: updateProfile.body,
    shows: ['email'],
    toValues: (data) => ({
      name: data.get('name'),
      email: data.get('email'),
      // Entering the current address again cancels the pending one.
      ...(user.pending_email !== undefined &&
        toAddress(data.get('email')) === user.email && { pending_email: null }),
      phone: data.get('phone'),
      country: data.get('country') === '' ? null : data.get('country'),
      // A detected language is not a choice yet.
      ...((user.language !== null || data.get('language') !== language) && {
        language: data.get('language'),
      }),
      ...(data.has('password') && { password: data.get('password') }),
    }),
    check: (data) => (data.get('password') === '' ? { password: t('passwordMissing') } : {}),
    failure: t('saveFailed'),
    onSubmit: async (body) => {
      const { user: saved } = await call(updateProfile, { body })
      mergeUser(saved.id, { name: saved.name, email: saved.email, language: saved.language })
      if (saved.language !== null && saved.language !== language) return showIn(saved.language)
      const isAsked = saved.pending_email !== undefined && saved.pending_email !== user.pending_email
      toast('success', isAsked ? t('emailAsked', { email: saved.pending_email ?? '' }) : t('saved'))
      await reread(getProfile)
    },
  })
  const email = useEmailBox(user, form.put)
  return (
    <div className="grid max-w-column gap-5">
      {user.pending_email !== undefined && <PendingEmail user={user} pending={user.pending_email} />}
      <Card>
        <Form form={form} className="grid gap-5">
          <TextField label={t('name')} name="name" autoComplete="name" defaultValue={user.name} />
          <Username username={user.username} />
          <TextField
            {...email.box}
            label={t('email')}
            name="email"
            type="email"
            autoComplete="email"
            hint={t('emailHint')}
          />
          {email.isMoving && (
            <PasswordField
              label={t('currentPassword')}
              name="password"
              autoComplete="current-password"
              maxLength={limits.passwordMax}
              hint={t('passwordForEmail')}
            />
          )}
          <TextField
            label={t('phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            defaultValue={user.phone ?? ''}
          />
          <div className="grid gap-5 narrow:grid-cols-2">
            <SelectField
              label={t('country')}
              name="country"
              autoComplete="country"
              defaultValue={user.country ?? ''}
              options={[
                { value: '', label: t('notSaid') },
                ...countries.map((value) => ({ value, label: t(value) })),
              ]}
            />
            <SelectField
              label={t('language')}
              name="language"
              autoComplete="off"
              defaultValue={user.language ?? language}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
            />
          </div>
          <SaveBar />
        </Form>
      </Card>
    </div>
  )
}

/** Only staff can change it. */
function Username({ username }: Pick<User, 'username'>) {
  const t = useText(settingsText)
  return (
    <dl className="grid gap-2">
      <dt className="text-15 font-semibold">{t('username')}</dt>
      <dd className="flex items-center gap-1 wrap-anywhere">
        <bdi>{username}</bdi>
        <CopyButton value={username} what={t('username')} className="-my-2" />
      </dd>
      <dd className="text-13 text-ink-3">{t('usernameHint')}</dd>
    </dl>
  )
}

/** The email field, and whether its value requires the password: any address except the known ones. */
function useEmailBox({ email, pending_email: pending }: User, put: (boxes: { email: string }) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const shown = pending ?? email
  const lastShown = useRef(shown)
  const [isMoving, setIsMoving] = useState(false)
  const look = () => {
    const written = toAddress(ref.current?.value ?? shown)
    setIsMoving(written !== email && written !== pending)
  }
  // After the form has restored its draft. An untouched field follows the saved value.
  useEffect(() => {
    if (ref.current?.value === lastShown.current) put({ email: shown })
    lastShown.current = shown
    look()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it reads of the render is in these two
  }, [email, pending])
  return { box: { ref, defaultValue: shown, onInput: look }, isMoving }
}

/** Normalized like on the server. */
function toAddress(typed: unknown): string {
  return String(typed).trim().toLowerCase()
}
