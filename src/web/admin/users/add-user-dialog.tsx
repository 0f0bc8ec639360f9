import { useState } from 'react'
import { languageNames, languages } from '#contract/base/languages.ts'
import { inviteUser } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PermissionFields, permissionsIn, refundLimitIn } from './permission-fields.tsx'

type AddUser = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onAdded: (email: string) => void }

/** Users are added by an invitation email: nobody sets a password for them. */
export function AddUserDialog({ isOpen, onOpenChange, onAdded }: AddUser) {
  const t = useText(adminUsersText)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('addTitle')}
      description={t('addLead')}
      isWide
    >
      <AddForm
        onAdded={(email) => {
          onOpenChange(false)
          onAdded(email)
        }}
      />
    </Dialog>
  )
}

function AddForm({ onAdded }: Pick<AddUser, 'onAdded'>) {
  const t = useText(adminUsersText)
  const language = useLanguage()
  const may = useMay()
  const [role, setRole] = useState('user')
  const [balance, setBalance] = useState('')
  const form = useForm({
    schema: inviteUser.body,
    toValues: (data) => ({
      name: data.get('name'),
      email: data.get('email'),
      role: data.get('role'),
      language: data.get('language'),
      permissions: permissionsIn(data),
      ...refundLimitIn(data),
      balance: toWireMoney(String(data.get('balance') ?? '')),
      ...(data.has('reason') && { reason: data.get('reason') }),
    }),
    onSubmit: async (body) => {
      await call(inviteUser, { body })
      onAdded(body.email)
    },
  })
  return (
    <Form form={form}>
      <div className="grid gap-4 narrow:grid-cols-2">
        <TextField label={t('name')} name="name" autoComplete="off" />
        <TextField label={t('email')} name="email" type="email" autoComplete="off" />
        <SelectField
          label={t('role')}
          name="role"
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
          options={[
            { value: 'user', label: t('user') },
            { value: 'admin', label: t('admin'), isDisabled: !may('staff') },
          ]}
        />
        <SelectField
          label={t('language')}
          name="language"
          defaultValue={language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      {role === 'admin' && <PermissionFields own={null} />}
      {may('money') && (
        <NumberField
          label={t('openingBalance')}
          name="balance"
          kind="money"
          min="0"
          step="0.01"
          unit="USD"
          value={balance}
          onChange={({ currentTarget }) => setBalance(currentTarget.value)}
        />
      )}
      {/[1-9]/.test(balance) && (
        <TextField label={t('reason')} name="reason" maxLength={500} hint={t('reasonHint')} />
      )}
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy}>
          {t('sendInvitation')}
        </Button>
      </DialogFooter>
    </Form>
  )
}
