import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { CustomerRates, RateBelowCost } from '#contract/users/customer-rates.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { writeNumber } from '#contract/base/read-number.ts'
import { type AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay, useMayManage } from '#web/platform/session/may.ts'
import { Button, IconButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toUpdateFailure } from '#web/admin/users/users-failure.ts'

type UserRatesProps = { user: AdminUser; rates: CustomerRates; onDone: (sentence: string) => Promise<void> }

/** What one customer pays instead of the catalogue's rates: a discount with an end date, and custom rates. */
export function UserRates({ user, rates, onDone }: UserRatesProps) {
  const t = useText(adminUsersText)
  const may = useMay()
  const mayManage = useMayManage()
  const mayChange = may('money') && mayManage(user)
  const [warnings, setWarnings] = useState<readonly RateBelowCost[]>([])
  async function change(body: BodyOf<typeof updateUser>, sentence: string): Promise<void> {
    setWarnings([])
    try {
      const answer = await call(updateUser, { params: { id: user.id }, body })
      setWarnings(answer.warnings)
    } catch (error) {
      throw toUpdateFailure(t, error)
    }
    await onDone(sentence)
  }
  return (
    <CardSection title={t('pays')}>
      <Discount rates={rates} mayChange={mayChange} change={change} />
      <div className="grid gap-3 border-t border-line p-5 max-wide:p-4">
        <h3 className="font-semibold">{t('ownRates')}</h3>
        <p className="text-13 text-ink-3">{t('ownRatesNote')}</p>
        <BelowCost warnings={warnings} />
        <OwnRates rates={rates} mayChange={mayChange} change={change} />
        {mayChange && <AddRate change={change} />}
      </div>
    </CardSection>
  )
}

/** Warnings about the rate that was just set. */
function BelowCost({ warnings }: { warnings: readonly RateBelowCost[] }) {
  const t = useText(adminUsersText)
  const format = useFormat()
  if (warnings.length === 0) return null
  return (
    <Alert>
      {warnings.map(({ service_id: id, rate, cost, is_sold_below_cost: isSold }) => (
        <p key={id}>
          {t(isSold ? 'rateAtLoss' : 'rateBelowCost', {
            id: String(id),
            rate: format.money(rate, 4),
            cost: format.money(cost, 4),
          })}
        </p>
      ))}
    </Alert>
  )
}

type Part = {
  rates: CustomerRates
  mayChange: boolean
  change: (body: BodyOf<typeof updateUser>, sentence: string) => Promise<void>
}

const discountSchema = z.pick(updateUser.body, { discount_percent: true, discount_until: true })

function Discount({ rates, mayChange, change }: Part) {
  const t = useText(adminUsersText)
  const language = useLanguage()
  const form = useForm({
    schema: discountSchema,
    changesOnly: true,
    shows: ['discount_until'],
    toValues: (data) => ({
      discount_percent: Number(data.get('discount_percent') ?? ''),
      discount_until: dayEnd(String(data.get('until') ?? '')),
    }),
    onSubmit: (body) => change(body, t('discountSaved')),
  })
  return (
    <Form form={form} className="grid gap-4 p-5 max-wide:p-4">
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <NumberField
          label={t('discount')}
          name="discount_percent"
          kind="percent"
          min="0"
          max="90"
          unit="%"
          disabled={!mayChange}
          defaultValue={writeNumber(String(rates.discount_percent), language, 'percent')}
        />
        <TextField
          label={t('until')}
          name="until"
          type="date"
          disabled={!mayChange}
          defaultValue={rates.until?.toISOString().slice(0, 10) ?? ''}
          hint={t('untilHint')}
          error={form.errors.discount_until}
        />
      </div>
      {mayChange && <SaveBar label={t('saveDiscount')} />}
    </Form>
  )
}

function OwnRates({ rates, mayChange, change }: Part) {
  const t = useText(adminUsersText)
  const own = Object.entries(rates.rates)
  const index = useServiceNames(own.length > 0)
  if (own.length === 0) return <p className="text-14 text-ink-2">{t('noOwnRates')}</p>
  return (
    <ul className="text-14">
      {own.map(([id, rate]) => (
        <li key={id} className="flex min-h-9 items-center gap-3 border-b border-line last:border-0">
          <span className="figures text-ink-3">{id}</span>
          <bdi className="line-clamp-1 min-w-0 flex-1 wrap-anywhere">
            {index?.byId.get(Number(id))?.name ?? ''}
          </bdi>
          <MoneyText amount={rate} decimals={4} />
          {mayChange && (
            <IconButton
              label={t('removeRateOf', { id })}
              className="size-9 hover:text-bad max-wide:size-11"
              onClick={() =>
                void change({ rates: { [id]: null } }, t('rateSaved')).catch((error: unknown) =>
                  toast('error', messageOf(error)),
                )
              }
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

const rateSchema = z.pick(updateUser.body, { rates: true })

function AddRate({ change }: Pick<Part, 'change'>) {
  const t = useText(adminUsersText)
  const form = useForm({
    schema: rateSchema,
    toValues: (data) => ({
      rates: {
        [String(data.get('service') ?? '').trim()]: toWireMoney(String(data.get('rate') ?? '')) ?? Number.NaN,
      },
    }),
    onSubmit: async (body) => {
      await change(body, t('rateSaved'))
      return 'again'
    },
  })
  return (
    <Form form={form} className="grid gap-3">
      <div className="grid gap-4 narrow:grid-cols-[1fr_1fr_auto] narrow:items-end">
        <TextField label={t('service')} name="service" inputMode="numeric" autoComplete="off" />
        <NumberField label={t('ratePer')} name="rate" kind="rate" min="0" step="0.01" unit="USD" />
        <Button type="submit" tone="secondary" isBusy={form.isBusy}>
          {t('addRate')}
        </Button>
      </div>
    </Form>
  )
}

/** Names are loaded after the rates; without them only ids are shown. */
function useServiceNames(areNeeded: boolean): ServiceIndex | undefined {
  const [index, setIndex] = useState<ServiceIndex>()
  useEffect(() => {
    if (!areNeeded) return undefined
    let isHere = true
    import('#web/parts/catalogue/search/service-index.ts')
      .then(({ loadServiceIndex }) => loadServiceIndex())
      .then(
        (loaded) => isHere && setIndex(loaded),
        () => undefined,
      )
    return () => {
      isHere = false
    }
  }, [areNeeded])
  return index
}

/** Until the end of the day. */
function dayEnd(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59.999Z`
}
