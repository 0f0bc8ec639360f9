import { useState } from 'react'
import { type AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { readMoney, writeNumber } from '#contract/base/read-number.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay, useMayManage } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toUpdateFailure } from '#web/admin/users/users-failure.ts'
import { type Change, isBlocking, isDemoting, plainOf, toChange } from './user-change.ts'
import { BalanceChange } from './balance-change.tsx'
import { BeforeItCounts } from './before-it-counts.tsx'

type EditUser = {
  user: AdminUser | undefined
  onClose: () => void
  /** Saved on the server; `failed`: the user may have changed since. */
  onSaved: () => Promise<void>
  onFailed: () => Promise<void>
}

/** Name, balance, role and status of one user (spec §5); only the user can change the email. */
export function EditUserDialog({ user, onClose, onSaved, onFailed }: EditUser) {
  const t = useText(adminUsersText)
  return (
    <Dialog
      isOpen={user !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('editTitle')}
    >
      {user !== undefined && (
        <EditForm key={user.id} user={user} onClose={onClose} onSaved={onSaved} onFailed={onFailed} />
      )}
    </Dialog>
  )
}

function EditForm({ user: opened, onClose, onSaved, onFailed }: EditUser & { user: AdminUser }) {
  const t = useText(adminUsersText)
  const language = useLanguage()
  // As shown when the dialog opened: the list behind it may reload, and an untouched balance isn't a change.
  const [user] = useState(opened)
  const [balance, setBalance] = useState(writeNumber(plainOf(user.balance), language, 'money'))
  const [asked, setAsked] = useState<Change>()

  async function save(change: Change): Promise<void> {
    try {
      await call(updateUser, { params: { id: user.id }, body: change })
    } catch (error) {
      await onFailed()
      throw toUpdateFailure(t, error)
    }
    onClose()
    await onSaved()
  }

  const form = useForm({
    schema: updateUser.body,
    changesOnly: true,
    toValues: (data) => toChange(user, data),
    onSubmit: async (change) => {
      if (!isDemoting(user, change) && !isBlocking(user, change)) return save(change)
      setAsked(change)
      return 'asks'
    },
  })
  const typed = readMoney(balance, language)
  const moved = typed === undefined ? 0n : typed - user.balance
  const mayMove = useMay()('money')
  const mayManage = useMayManage()
  return (
    <Form form={form}>
      <TextField label={t('name')} name="name" defaultValue={user.name} autoComplete="off" />
      <TextField
        label={t('username')}
        name="username"
        defaultValue={user.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('usernameHint')}
      />
      <TextField label={t('email')} name="email" value={user.email} readOnly hint={t('emailStays')} />
      <NumberField
        label={t('balance')}
        name="balance"
        kind="money"
        min="0"
        step="0.01"
        unit="USD"
        value={balance}
        disabled={!mayMove}
        onChange={({ currentTarget }) => setBalance(currentTarget.value)}
        {...(!mayMove && { hint: t('noMoney') })}
      />
      {moved !== 0n && <BalanceChange before={user.balance} change={moved} />}
      <div className="grid gap-4 narrow:grid-cols-2">
        <SelectField
          label={t('role')}
          name="role"
          defaultValue={user.role}
          options={[
            { value: 'user', label: t('user') },
            {
              value: 'admin',
              label: t('admin'),
              // A new admin gets every permission, which only owners can grant.
              isDisabled: user.role === 'user' && !mayManage({ role: 'admin', permissions: null }),
            },
          ]}
        />
        <SelectField
          label={t('status')}
          name="status"
          defaultValue={user.status}
          options={[
            { value: 'active', label: t('active') },
            { value: 'blocked', label: t('blocked') },
          ]}
        />
      </div>
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy}>
          {t('save')}
        </Button>
      </DialogFooter>
      <BeforeItCounts user={user} change={asked} onClose={() => setAsked(undefined)} onYes={save} />
    </Form>
  )
}
