import Paperclip from 'lucide-react/icons/paperclip'
import * as z from 'zod/mini'
import { limits } from '#contract/base/limits.ts'
import { type ManualPayment, sendTransfer, getManualPayment } from '#contract/payments/manual-payments.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { manualPaymentText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { filesIn, ticketFiles } from '#web/parts/support/attachment-rules.ts'

const schema = z.extend(sendTransfer.body, { attachments: z.array(z.instanceof(File)) })

/** The customer's report of the transfer, including an earlier one. Editable until staff have decided. */
export function TransferForm({ payment, isOpen }: { payment: ManualPayment; isOpen: boolean }) {
  const t = useText(manualPaymentText)
  const format = useFormat()
  const { order_id: orderId, reference, files, sent_at: sentAt } = payment
  const left = limits.attachmentsMax - files.length
  const form = useForm({
    schema,
    shows: ['attachments'],
    toValues: (data) => ({ reference: data.get('reference'), attachments: filesIn(data) }),
    onSubmit: async ({ attachments, ...body }) => {
      await call(sendTransfer, { params: { order_id: orderId }, body, files: attachments })
      toast('success', t(payment.stage === 'review' ? 'saved' : 'sent'))
      await reread(getManualPayment)
    },
  })
  return (
    <div className="grid gap-5 px-5 py-4 max-wide:px-4">
      {sentAt !== null && (
        <dl className="grid gap-3">
          {!isOpen && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-2">{t('reference')}</dt>
              <dd className="figures wrap-anywhere">{reference}</dd>
            </div>
          )}
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{t('sentAt')}</dt>
            <dd>
              <time dateTime={sentAt.toISOString()}>{format.dateTime(sentAt)}</time>
            </dd>
          </div>
        </dl>
      )}
      {files.length > 0 && (
        <ul aria-label={t('files')} className="grid gap-2">
          {files.map(({ id, name, bytes }) => (
            <li key={id} className="flex min-w-0 items-center gap-2 text-14">
              <Paperclip aria-hidden className="size-4 shrink-0 text-ink-3" />
              <bdi className="truncate">{name}</bdi>
              <span className="figures shrink-0 text-13 text-ink-3">{format.bytes(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Form
          form={form}
          aria-label={t(sentAt === null ? 'tell' : 'change')}
          className={sentAt === null ? 'grid gap-5' : 'grid gap-5 border-t border-line pt-5'}
        >
          <TextField
            label={t('reference')}
            name="reference"
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={reference ?? ''}
            hint={t('referenceHint')}
          />
          {left > 0 && (
            <FileField
              {...ticketFiles}
              countMax={left}
              name="attachments"
              label={t('proof')}
              hint={t(files.length === 0 ? 'proofHint' : 'moreHint', { count: String(left) })}
              sentences={{ fileCount: t('filesMany'), fileSize: t('filesLarge') }}
            />
          )}
          <Button type="submit" isBusy={form.isBusy} className="justify-self-start">
            {t(sentAt === null ? 'send' : 'save')}
          </Button>
        </Form>
      )}
    </div>
  )
}
