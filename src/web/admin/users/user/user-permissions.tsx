import * as z from 'zod/mini'
import { type AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMayManage } from '#web/platform/session/may.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PermissionFields, permissionsIn, refundLimitIn } from '#web/admin/users/permission-fields.tsx'
import { toUpdateFailure } from '#web/admin/users/users-failure.ts'

const schema = z.pick(updateUser.body, { permissions: true, refund_limit: true })

/** A staff member's permissions, effective immediately in all of their sessions. */
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
    toValues: (data) => ({ permissions: permissionsIn(data), ...refundLimitIn(data) }),
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
      <Form form={form} className="grid gap-4 p-5 max-wide:p-4">
        <fieldset disabled={!mayChange} className="contents">
          <PermissionFields own={user.permissions} refundLimit={user.refund_limit} isTitled />
        </fieldset>
        {mayChange && <SaveBar />}
      </Form>
    </CardSection>
  )
}
