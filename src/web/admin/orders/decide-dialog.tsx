import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf } from '#contract/base/endpoint.ts'
import { type DecisionItem, decideOrders } from '#contract/orders/order-incidents.ts'
import type { SettleWhat } from '#contract/orders/settle-provider.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { takeLostFocus } from '#web/ui/form/take-lost-focus.ts'
import { findSameRefusals } from './find-same-refusals.ts'
import { SettleDialog } from './settle-dialog.tsx'

const rests = ['not_taken', 'refund', 'leave'] as const
type Rest = (typeof rests)[number]
type Totals = AnswerOf<typeof decideOrders>['totals']

type DecideDialogProps = {
  title: string
  ids: readonly number[]
  /** Orders found at the provider: our id to its order id. */
  found?: ReadonlyMap<number, string>
  onClose: () => void
  onDone: (message: string) => Promise<void>
  /** The provider's answer to all of them, if it can be taught as a refusal. */
  refusal?: { providerId: number; provider: string; sentence: string } | undefined
  /** Shown before the decision: the provider's list. */
  children?: ReactNode
}

/** Decides many orders in review at once: a preview first, then the decision, in two forms. */
export function DecideDialog({ title, ids, found, refusal, onClose, onDone, children }: DecideDialogProps) {
  const t = useText(adminOrdersText)
  const may = useMay()
  // Nothing is preselected: whether the provider accepted them is what staff must find out first.
  const [rest, setRest] = useState<Rest>()
  const [same, setSame] = useState<SettleWhat>()
  const [seen, setSeen] = useState<{ body: BodyOf<typeof decideOrders>; totals: Totals }>()
  const others = ids.filter((id) => found?.has(id) !== true)
  const items = toItems(others, rest, found)
  const isOpen = rest === undefined && others.length > 0
  const isEmpty = items.length === 0 && !isOpen
  const mayTeach = rest === 'not_taken' && others.length > 0 && refusal !== undefined
  // Only exactly what was previewed is applied; otherwise it is previewed again.
  const looked = JSON.stringify(seen?.body.items) === JSON.stringify(items) ? seen : undefined
  const failure = t('actFailed')
  const looking = useForm({
    schema: decideOrders.body,
    toValues: (data) => ({
      items,
      reason: data.get('reason'),
      dry_run: true,
      ...(mayTeach && data.has('teach') && { teach: true }),
    }),
    failure,
    onSubmit: async (body) => {
      doing.discard()
      setSeen({ body, totals: (await call(decideOrders, { body })).totals })
    },
  })
  const doing = useForm({
    schema: z.object({}),
    failure,
    onSubmit: async () => {
      if (looked === undefined) return
      const { totals } = await call(decideOrders, { body: { ...looked.body, dry_run: false } })
      const alike =
        looked.body.teach === true && refusal !== undefined
          ? await findSameRefusals(refusal.providerId, refusal.sentence)
          : undefined
      if (alike === undefined) onClose()
      else setSame(alike)
      await onDone(t('decided', { count: countOf(totals) }))
    },
  })
  const isBusy = looking.isBusy || doing.isBusy
  // After a failure it is previewed again.
  const shown = doing.message === undefined ? looked : undefined

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
      <Form
        form={{ ...looking, message: looking.message ?? doing.message }}
        onChange={() => setSeen(undefined)}
      >
        {children}
        {others.length > 0 && (
          <RadioGroup
            label={
              found === undefined || found.size === 0 ? t('restAlone') : t('rest', { count: others.length })
            }
            name="rest"
            value={rest}
            onChange={setRest}
            choices={rests
              .filter((value) => value !== 'refund' || may('refund'))
              .map((value) => ({ value, label: t(`rest_${value}`) }))}
          />
        )}
        {rest === 'not_taken' && others.length > 0 && <Alert tone="info">{t('does_retry')}</Alert>}
        {mayTeach && <Checkbox name="teach" label={t('teach', refusal)} />}
        <TextField
          label={t('reason')}
          name="reason"
          maxLength={500}
          autoComplete="off"
          hint={t('reasonHint')}
        />
        {isEmpty && <Alert tone="info">{t('nothingChosen')}</Alert>}
        {shown === undefined && (
          <DialogFooter>
            <Button type="submit" isBusy={isBusy} isDisabled={isEmpty || isOpen}>
              {t('look')}
            </Button>
          </DialogFooter>
        )}
      </Form>
      <Form form={{ ...doing, message: undefined }} className={shown === undefined ? 'hidden' : 'grid gap-4'}>
        {shown !== undefined && (
          <>
            <Outlook totals={shown.totals} />
            <DialogFooter>
              <Button
                ref={takeLostFocus}
                type="submit"
                isBusy={isBusy}
                isDisabled={countOf(shown.totals) === 0}
              >
                {t('apply', { count: countOf(shown.totals) })}
              </Button>
            </DialogFooter>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function toItems(
  others: readonly number[],
  rest: Rest | undefined,
  found: ReadonlyMap<number, string> | undefined,
): DecisionItem[] {
  const exist = [...(found ?? [])].map(([id, provider_order]): DecisionItem => ({
    id,
    decision: 'exists',
    provider_order,
  }))
  return rest === undefined || rest === 'leave'
    ? exist
    : [...exist, ...others.map((id) => ({ id, decision: rest }))]
}

function countOf({ exists, not_taken: again, refund }: Totals): number {
  return exists.orders + again.orders + refund.orders
}

/** The number of orders, their cost at the provider, and the refunds to customers. */
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
