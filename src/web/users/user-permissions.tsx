import * as z from 'zod/mini'
import { type AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { call } from '#web/api/call.ts'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/messages/text.ts'
import { useMayManage } from '#web/session/may.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { PermissionFields, permissionsIn } from './permission-fields.tsx'
import { toUpdateFailure } from './users-failure.ts'

const schema = z.pick(updateUser.body, { permissions: true })

/** Of staff: what they may do from now on, at once and in every session of theirs. */
export function UserPermissions({
  user,
  onDone,
}: {
  user: AdminUser
  onDone: (sentence: string) => Promise<void>
}) {
  const t = useText(adminUsersText)
  const mayChange = useMayManage()(user)
  const form = useForm({
    schema,
    changesOnly: true,
    toValues: (data) => ({ permissions: permissionsIn(data) }),
    onSubmit: async (body) => {
      try {
        await call(updateUser, { params: { id: user.id }, body })
      } catch (error) {
        throw toUpdateFailure(t, error)
      }
      await onDone(t('updated'))
    },
  })
  return (
    <CardSection title={t('permissions')}>
      <form {...form.props} className="grid gap-4 p-5 max-wide:p-4">
        {form.message !== undefined && <Alert>{form.message}</Alert>}
        <fieldset disabled={!mayChange} className="contents">
          <PermissionFields own={user.permissions} isTitled />
        </fieldset>
        {mayChange && (
          <div className="flex justify-end">
            <Button type="submit" size="small" isBusy={form.isBusy}>
              {t('save')}
            </Button>
          </div>
        )}
      </form>
    </CardSection>
  )
}
