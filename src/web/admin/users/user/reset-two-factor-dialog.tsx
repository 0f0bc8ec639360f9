import { resetTwoFactor } from '#contract/users/two-factor.ts'
import type { AdminUser } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type ResetDialogProps = {
  user: AdminUser
  onDone: (sentence: string) => Promise<void>
  onClose: () => void
}

/** Its effect is shown first, and a reason is required. */
export function ResetTwoFactorDialog({ user: { id, name }, onDone, onClose }: ResetDialogProps) {
  const t = useText(adminUsersText)
  const form = useForm({
    schema: resetTwoFactor.body,
    onSubmit: async (body) => {
      await call(resetTwoFactor, { params: { id }, body })
      onClose()
      await onDone(t('twoFactorReset', { name }))
    },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('resetTwoFactorTitle', { name })}
      description={t('resetTwoFactorText')}
    >
      <Form form={form}>
        <TextField
          label={t('resetTwoFactorReason')}
          name="reason"
          maxLength={500}
          hint={t('resetTwoFactorReasonHint')}
        />
        <div className="flex justify-end">
          <Button type="submit" tone="danger" isBusy={form.isBusy} className="max-narrow:w-full">
            {t('resetTwoFactorAction')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
