import * as z from 'zod/mini'
import { type AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMayManage } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PermissionFields, permissionsIn } from '#web/admin/users/permission-fields.tsx'
import { toUpdateFailure } from '#web/admin/users/users-failure.ts'

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
