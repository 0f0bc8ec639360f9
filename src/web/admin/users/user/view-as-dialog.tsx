import { startView, VIEW_MINUTES } from '#contract/users/view-as.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { viewText } from '#web/parts/frame/texts.en.ts'
import { storeView } from '#web/platform/session/stored-view.ts'
import { getOwnSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type ViewAsDialogProps = { userId: number; name: string; reason: string; onClose: () => void }

/** Its effect is shown first, and a reason is required. */
export function ViewAsDialog({ userId, name, reason, onClose }: ViewAsDialogProps) {
  const t = useText(viewText)
  const form = useForm({
    schema: startView.body,
    onSubmit: async (body) => {
      const viewer = getOwnSession()
      const { token, user, ends_at: endsAt } = await call(startView, { params: { id: userId }, body })
      if (viewer === null) return
      const { pathname, search } = window.location
      const view = { viewerId: viewer.user.id, endsAt: endsAt.getTime(), back: pathname + search }
      storeView({ ...view, session: { token, user } })
      // A full page load, so that nothing of the staff member's own session remains.
      window.location.assign('/dashboard')
    },
  })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title={t('title', { name })}>
      <Form form={form}>
        <ul className="grid list-disc gap-1 ps-5 text-14 text-ink-2">
          <li>{t('whatYouSee')}</li>
          <li>{t('whatItLeaves')}</li>
          <li>{t('howLong', { minutes: VIEW_MINUTES })}</li>
        </ul>
        <TextField label={t('reason')} name="reason" maxLength={500} defaultValue={reason} />
        <div className="flex justify-end">
          <Button type="submit" isBusy={form.isBusy}>
            {t('start')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
