import { useState } from 'react'
import { type AdminUser, updateUser } from '#contract/user-desk.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { moneyFromNumber, toDecimal } from '#contract/money.ts'
import { call } from '#web/api/call.ts'
import { useFormat } from '#web/language/use-format.ts'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/messages/text.ts'
import { mayDo } from '#web/session/guard.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { typedAmount } from './typed-amount.ts'
import { toUpdateFailure } from './users-failure.ts'

type Change = BodyOf<typeof updateUser>
type EditUser = {
  user: AdminUser | undefined
  onClose: () => void
  /** It is so on the server now; `failed`: it may not be as it is shown any more. */
  onSaved: () => Promise<void>
  onFailed: () => Promise<void>
}

/** Name, balance, role and status of one user (spec §5); the email is the owner's. */
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

function EditForm({ user, onClose, onSaved, onFailed }: EditUser & { user: AdminUser }) {
  const t = useText(adminUsersText)
  const [balance, setBalance] = useState(plainOf(user.balance))
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
    name: `edit-user-${user.id}`,
    schema: updateUser.body,
    toValues: (data) => toChange(user, data),
    onSubmit: async (change) => {
      if (isDemoting(user, change) || isBlocking(user, change)) setAsked(change)
      else await save(change)
    },
  })
  const typed = moneyFromNumber(Number(balance.trim().replace(',', '.')))
  const moved = typed === undefined ? 0n : typed - user.balance
  const mayMove = useMay('money')
  const mayStaff = useMay('staff')
  return (
    <form {...form.props} className="grid gap-4">
      {form.message !== undefined && <Alert>{form.message}</Alert>}
      <TextField
        label={t('name')}
        name="name"
        defaultValue={user.name}
        autoComplete="off"
        error={form.errors.name}
      />
      <TextField label={t('email')} name="email" value={user.email} readOnly hint={t('emailStays')} />
      <NumberField
        label={t('balance')}
        name="balance"
        min="0"
        step="0.01"
        unit="USD"
        value={balance}
        disabled={!mayMove}
        onChange={({ currentTarget }) => setBalance(currentTarget.value)}
        error={form.errors.balance}
        {...(!mayMove && { hint: t('noMoney') })}
      />
      {moved !== 0n && <BalanceChange before={user.balance} change={moved} error={form.errors.reason} />}
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label={t('role')}
          name="role"
          defaultValue={user.role}
          options={[
            { value: 'user', label: t('user'), isDisabled: !mayStaff && user.role === 'admin' },
            { value: 'admin', label: t('admin'), isDisabled: !mayStaff && user.role === 'user' },
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
      <div className="flex justify-end">
        <Button type="submit" isBusy={form.isBusy}>
          {t('save')}
        </Button>
      </div>
      <BeforeItCounts user={user} change={asked} onClose={() => setAsked(undefined)} onYes={save} />
    </form>
  )
}

/** What it does to the money, before it is done, and why, which the customer reads as well. */
function BalanceChange({
  before,
  change,
  error,
}: {
  before: bigint
  change: bigint
  error: string | undefined
}) {
  const t = useText(adminUsersText)
  const { money: say } = useFormat()
  const sign = change > 0n ? '+' : ''
  return (
    <>
      <output className="figures rounded-control bg-sunken px-3 py-2 text-14">
        {t('balanceAfter', {
          before: say(before),
          after: say(before + change),
          change: `${sign}${say(change)}`,
        })}
      </output>
      <TextField
        label={t('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={t('reasonHint')}
        error={error}
      />
    </>
  )
}

/** The questions of spec §5, word for word. */
function BeforeItCounts({
  user,
  change,
  onClose,
  onYes,
}: {
  user: AdminUser
  change: Change | undefined
  onClose: () => void
  onYes: (change: Change) => Promise<void>
}) {
  const t = useText(adminUsersText)
  const demotes = change !== undefined && isDemoting(user, change)
  const blocks = change !== undefined && isBlocking(user, change)
  return (
    <Confirm
      isOpen={change !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={demotes ? t('demoteTitle') : t('blockTitle')}
      action={t('yes')}
      onConfirm={() => (change === undefined ? undefined : onYes(change))}
    >
      {demotes && <p>{t('demote')}</p>}
      {blocks && (
        <>
          <p>{t('block')}</p>
          <p className="mt-2 text-14">{t('blockNote')}</p>
        </>
      )}
    </Confirm>
  )
}

function isDemoting(user: AdminUser, { role }: Change): boolean {
  return user.role === 'admin' && role === 'user'
}

function isBlocking(user: AdminUser, { status }: Change): boolean {
  return user.status === 'active' && status === 'blocked'
}

/** The balance that is shown goes along with another one, so that nothing is moved that nobody saw. */
function toChange(user: AdminUser, data: FormData) {
  const balance = typedAmount(data, 'balance')
  const isMoved = balance !== undefined && moneyFromNumber(balance) !== user.balance
  return {
    name: data.get('name'),
    role: data.get('role'),
    status: data.get('status'),
    ...(isMoved && {
      balance,
      expected_balance: Number(plainOf(user.balance)),
      reason: data.get('reason') ?? '',
    }),
  }
}

/** "12.5": as one would type it. */
function plainOf(amount: bigint): string {
  const [whole = '0', cents = ''] = toDecimal(amount).split('.')
  return `${whole}.${cents.replace(/0{1,6}$/, '')}`
}

function useMay(needed: Parameters<typeof mayDo>[1]): boolean {
  const user = useSession()?.user
  return user !== undefined && mayDo(user, needed)
}
