import {
  changeOrderView,
  createOrderView,
  listOrderViews,
  type OrderView,
} from '#contract/orders/order-views.ts'
import * as z from 'zod/mini'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/page/button.tsx'
import { adminOrdersText } from './texts.en.ts'

const schema = z.pick(createOrderView.body, { name: true })

type ViewDialogProps = {
  /** The view to rename; undefined: `query` is saved as a new one. */
  view: OrderView | undefined
  query: string
  onClose: () => void
}

export function ViewDialog({ view, query, onClose }: ViewDialogProps) {
  const t = useText(adminOrdersText)
  const form = useForm({
    schema,
    failure: t('actFailed'),
    onSubmit: async ({ name }) => {
      if (view === undefined) await call(createOrderView, { body: { name, query } })
      else await call(changeOrderView, { params: { id: view.id }, body: { name } })
      onClose()
      await reread(listOrderViews)
    },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={() => !form.isBusy && onClose()}
      title={t(view === undefined ? 'saveView' : 'renameView')}
    >
      <Form form={form}>
        <TextField
          label={t('name')}
          name="name"
          maxLength={60}
          autoComplete="off"
          defaultValue={view?.name}
          hint={t('viewHint')}
        />
        <DialogFooter>
          <Button type="submit" isBusy={form.isBusy}>
            {t('save')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
