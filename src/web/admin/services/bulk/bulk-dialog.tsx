import { useState } from 'react'
import { type BulkChange, type BulkResult, changeServices } from '#contract/catalogue/bulk-changes.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import type { ServicesFilter } from '#web/admin/services/services-view.ts'
import { BulkFields, emptyDraft, refuseDraft, toChange } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'

type BulkDialogProps = {
  chosen: number[]
  filter: ServicesFilter
  /** How many the filter finds. */
  found: number
  categories: readonly AdminCategory[]
  onClose: () => void
  onDone: (message: string) => Promise<void>
}

/** A change of many: said, looked at, and then confirmed as it was shown. Whatever is said anew is looked at anew. */
export function BulkDialog({ chosen, filter, found, categories, onClose, onDone }: BulkDialogProps) {
  const t = useText(adminServicesText)
  const language = useLanguage()
  const [draft, setDraft] = useState(emptyDraft)
  const [seen, setSeen] = useState<{ change: BulkChange; result: BulkResult }>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const which = draft.isAll ? { filter } : { ids: chosen }

  async function run(act: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setSeen(undefined)
      setFailure(messageOf(error, t('bulkFailed')))
    } finally {
      setIsBusy(false)
    }
  }
  const look = () =>
    run(async () => {
      const change = toChange(language, draft)
      if (change === undefined) return setFailure(refuseDraft(language, draft) ?? t('incomplete'))
      setSeen({ change, result: await call(changeServices, { body: { ...which, change, dry_run: true } }) })
    })
  const apply = ({ change, result: { seal } }: NonNullable<typeof seen>) =>
    run(async () => {
      const done = await call(changeServices, { body: { ...which, change, dry_run: false, seal } })
      onClose()
      await onDone(t('bulkDone', { count: done.changed }))
    })

  return (
    <Dialog isOpen onOpenChange={() => !isBusy && onClose()} isWide title={t('bulkTitle')}>
      <BulkFields
        draft={draft}
        onChange={(next) => {
          setDraft(next)
          setSeen(undefined)
        }}
        {...{ chosen, found, categories }}
      />
      {failure !== undefined && <Alert>{failure}</Alert>}
      {seen !== undefined && <BulkPreview change={seen.change} result={seen.result} />}
      <DialogFooter>
        {seen === undefined ? (
          <Button isBusy={isBusy} onClick={() => void look()}>
            {t('look')}
          </Button>
        ) : (
          <Button
            tone={seen.change.kind === 'delete' ? 'danger' : 'primary'}
            isBusy={isBusy}
            isDisabled={seen.result.changed === 0}
            onClick={() => void apply(seen)}
          >
            {t(seen.change.kind === 'delete' ? 'bulkDelete' : 'bulkApply', { count: seen.result.changed })}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
