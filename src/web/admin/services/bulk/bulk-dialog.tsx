import { useState } from 'react'
import * as z from 'zod/mini'
import { type BulkChange, type BulkResult, changeServices } from '#contract/catalogue/bulk-changes.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { takeLostFocus } from '#web/ui/form/take-lost-focus.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import type { ServicesFilter } from '#web/admin/services/services-view.ts'
import { BulkFields, toChange } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'

type BulkDialogProps = {
  chosen: number[]
  filter: ServicesFilter
  /** The number of services that match the filter. */
  found: number
  categories: readonly AdminCategory[]
  onClose: () => void
  onDone: (message: string) => Promise<void>
}

/**
 * A bulk change: selected, previewed, then confirmed as shown. Any new input is previewed again. Two forms, so that
 * Enter in a field never does both.
 */
export function BulkDialog({ chosen, filter, found, categories, onClose, onDone }: BulkDialogProps) {
  const t = useText(adminServicesText)
  const [seen, setSeen] = useState<{ which: object; change: BulkChange; result: BulkResult }>()
  const failure = t('bulkFailed')
  const looking = useForm({
    schema: changeServices.body,
    toValues: (data) => ({
      ...(data.get('which') === 'all' ? { filter } : { ids: chosen }),
      change: toChange(data),
      dry_run: true,
    }),
    failure,
    onSubmit: async (body) => {
      const { change, dry_run: _isLook, ...which } = body
      doing.discard()
      setSeen({ which, change, result: await call(changeServices, { body }) })
    },
  })
  const doing = useForm({
    schema: z.object({}),
    failure,
    onSubmit: async () => {
      if (seen === undefined) return
      const { which, change, result } = seen
      const body = { ...which, change, dry_run: false, seal: result.seal }
      const { changed } = await call(changeServices, { body })
      onClose()
      await onDone(t('bulkDone', { count: changed }))
    },
  })
  const isBusy = looking.isBusy || doing.isBusy
  // After a failure it is previewed again.
  const shown = doing.message === undefined ? seen : undefined
  return (
    <Dialog isOpen onOpenChange={() => !isBusy && onClose()} isWide title={t('bulkTitle')}>
      <Form
        form={{ ...looking, message: looking.message ?? doing.message }}
        onChange={() => setSeen(undefined)}
      >
        <BulkFields {...{ chosen, found, categories }} />
        {shown === undefined && (
          <DialogFooter>
            <Button type="submit" isBusy={isBusy}>
              {t('look')}
            </Button>
          </DialogFooter>
        )}
      </Form>
      <Form form={{ ...doing, message: undefined }} className={shown === undefined ? 'hidden' : 'grid gap-4'}>
        {shown !== undefined && (
          <>
            <BulkPreview change={shown.change} result={shown.result} />
            <DialogFooter>
              <Button
                ref={takeLostFocus}
                type="submit"
                tone={shown.change.kind === 'delete' ? 'danger' : 'primary'}
                isBusy={isBusy}
                isDisabled={shown.result.changed === 0}
              >
                {t(shown.change.kind === 'delete' ? 'bulkDelete' : 'bulkApply', {
                  count: shown.result.changed,
                })}
              </Button>
            </DialogFooter>
          </>
        )}
      </Form>
    </Dialog>
  )
}
