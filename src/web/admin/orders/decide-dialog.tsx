import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type DecisionItem, decideOrders } from '#contract/orders/order-incidents.ts'
import type { SettleWhat } from '#contract/orders/settle-provider.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { findSameRefusals } from './find-same-refusals.ts'
import { SettleDialog } from './settle-dialog.tsx'

const rests = ['not_taken', 'refund', 'leave'] as const
type Rest = (typeof rests)[number]
type Totals = AnswerOf<typeof decideOrders>['totals']

type DecideDialogProps = {
  title: string
  ids: readonly number[]
  /** Those that exist at the provider, by our ids: its order of each. */
  found?: ReadonlyMap<number, string>
  onClose: () => void
  onDone: (message: string) => Promise<void>
  /** What their provider answered to all of them, where it can be taught as a refusal. */
  refusal?: { providerId: number; provider: string; sentence: string } | undefined
  /** What comes before the decision: the provider's list. */
  children?: ReactNode
}

/** Many orders in review, decided at once: first said what would come of it, then done. */
export function DecideDialog({ title, ids, found, refusal, onClose, onDone, children }: DecideDialogProps) {
  const t = useText(adminOrdersText)
  const [rest, setRest] = useState<Rest>('not_taken')
  const [isTaught, setIsTaught] = useState(false)
  const [same, setSame] = useState<SettleWhat>()
  const [reason, setReason] = useState('')
  const [seen, setSeen] = useState<{ items: DecisionItem[]; totals: Totals }>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const others = ids.filter((id) => found?.has(id) !== true)
  const items = toItems(others, rest, found)
  // What was looked at and what would be done are the same, or it is looked at anew.
  const looked = seen !== undefined && JSON.stringify(seen.items) === JSON.stringify(items) ? seen : undefined

  async function run(isRehearsal: boolean): Promise<void> {
    if (isBusy) return
    setFailure(undefined)
    if (reason.trim() === '') return setFailure(t('reasonRequired'))
    if (items.length === 0) return setFailure(t('nothingChosen'))
    setIsBusy(true)
    try {
      const teach = isTaught && refusal !== undefined && rest === 'not_taken'
      const body = { items, reason, dry_run: isRehearsal, ...(teach && { teach }) }
      const { totals } = await call(decideOrders, { body })
      if (isRehearsal) return setSeen({ items, totals })
      const others = teach ? await findSameRefusals(refusal.providerId, refusal.sentence) : undefined
      if (others === undefined) onClose()
      else setSame(others)
      await onDone(t('decided', { count: countOf(totals) }))
    } catch (error) {
      setFailure(messageOf(error, t('actFailed')))
    } finally {
      setIsBusy(false)
    }
  }

  if (same !== undefined && refusal !== undefined)
    return (
      <SettleDialog
        providerId={refusal.providerId}
        what={same}
        onClose={onClose}
        onDone={() => onDone(t('settled'))}
      />
    )
  return (
    <Dialog isOpen onOpenChange={() => !isBusy && onClose()} isWide title={title}>
      {children}
      {others.length > 0 && (
        <RadioGroup
          label={
            found === undefined || found.size === 0 ? t('restAlone') : t('rest', { count: others.length })
          }
          name="rest"
          value={rest}
          onChange={setRest}
          choices={rests.map((value) => ({ value, label: t(`rest_${value}`) }))}
        />
      )}
      {rest === 'not_taken' && others.length > 0 && <Alert tone="info">{t('does_retry')}</Alert>}
      {rest === 'not_taken' && others.length > 0 && refusal !== undefined && (
        <Checkbox
          name="teach"
          label={t('teach', refusal)}
          checked={isTaught}
          onChange={({ currentTarget }) => setIsTaught(currentTarget.checked)}
        />
      )}
      <TextField
        label={t('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={t('reasonHint')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {failure !== undefined && <Alert>{failure}</Alert>}
      {looked !== undefined && <Outlook totals={looked.totals} />}
      <DialogFooter>
        {looked === undefined ? (
          <Button isBusy={isBusy} onClick={() => void run(true)}>
            {t('look')}
          </Button>
        ) : (
          <Button isBusy={isBusy} isDisabled={countOf(looked.totals) === 0} onClick={() => void run(false)}>
            {t('apply', { count: countOf(looked.totals) })}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function toItems(
  others: readonly number[],
  rest: Rest,
  found: ReadonlyMap<number, string> | undefined,
): DecisionItem[] {
  const exist = [...(found ?? [])].map(([id, provider_order]): DecisionItem => ({
    id,
    decision: 'exists',
    provider_order,
  }))
  return rest === 'leave' ? exist : [...exist, ...others.map((id) => ({ id, decision: rest }))]
}

function countOf({ exists, not_taken: again, refund }: Totals): number {
  return exists.orders + again.orders + refund.orders
}

/** How many, what they cost at the provider, and what goes back to customers. */
function Outlook({ totals }: { totals: Totals }) {
  const t = useText(adminOrdersText)
  const format = useFormat()
  const { exists, not_taken: again, refund, refused } = totals
  const lines = [
    exists.orders > 0 && t('total_exists', { count: exists.orders, cost: format.money(exists.cost) }),
    again.orders > 0 && t('total_not_taken', { count: again.orders, cost: format.money(again.cost) }),
    refund.orders > 0 && t('total_refund', { count: refund.orders, refunds: format.money(refund.refunds) }),
    refused > 0 && t('total_refused', { count: refused }),
  ]
  return (
    <ul aria-live="polite" className="grid gap-1 rounded-card border border-line p-4 text-15">
      {lines.map((line) => line !== false && <li key={line}>{line}</li>)}
    </ul>
  )
}
