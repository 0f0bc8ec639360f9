import {
  type CannedReply,
  createCannedReply,
  replyPlaceholders,
  updateCannedReply,
} from '#contract/support/canned-replies.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { languageNames, languages } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminCannedRepliesText } from '#web/admin/tickets/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type CannedDialogProps = {
  /** Undefined for a new one. */
  reply: CannedReply | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

export function CannedDialog({ reply, onClose, onSaved }: CannedDialogProps) {
  const t = useText(adminCannedRepliesText)
  return (
    <Dialog isOpen onOpenChange={onClose} title={t(reply === undefined ? 'addTitle' : 'editTitle')} isWide>
      <CannedForm reply={reply} onSaved={onSaved} />
    </Dialog>
  )
}

function CannedForm({ reply, onSaved }: Omit<CannedDialogProps, 'onClose'>) {
  const t = useText(adminCannedRepliesText)
  const language = useLanguage()
  const form = useForm({
    schema: reply === undefined ? createCannedReply.body : updateCannedReply.body,
    changesOnly: reply !== undefined,
    failure: t('saveFailed'),
    onSubmit: async (body) => {
      await (reply === undefined
        ? // Its schema is the one of this call then.
          call(createCannedReply, { body: body as BodyOf<typeof createCannedReply> })
        : call(updateCannedReply, { params: { id: reply.id }, body }))
      await onSaved()
    },
  })
  return (
    <Form form={form}>
      <div className="grid gap-4 narrow:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          label={t('name')}
          name="title"
          autoComplete="off"
          maxLength={limits.cannedTitleMax}
          defaultValue={reply?.title ?? ''}
          hint={t('nameHint')}
        />
        <SelectField
          label={t('language')}
          name="language"
          defaultValue={reply?.language ?? language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <TextAreaField
        label={t('content')}
        name="content"
        rows={8}
        maxLength={limits.ticketTextMax}
        defaultValue={reply?.content ?? ''}
        hint={t('contentHint', { list: replyPlaceholders.map((name) => `{${name}}`).join(', ') })}
      />
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy}>
          {t('save')}
        </Button>
      </DialogFooter>
    </Form>
  )
}
