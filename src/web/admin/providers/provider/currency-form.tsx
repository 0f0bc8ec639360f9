import { useState } from 'react'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { type Provider, updateProvider } from '#contract/providers/providers.ts'
import { writeNumber } from '#contract/base/read-number.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import { getProvider } from '#contract/providers/provider-actions.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { RatePerField } from '#web/admin/providers/rate-per-field.tsx'

type Terms = Pick<BodyOf<typeof updateProvider>, 'currency' | 'usd_per_unit' | 'rate_per'>

/** Currency, its value in USD and the unit of the rates: the effect on prices is shown before any of them changes. */
export function CurrencyForm({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const language = useLanguage()
  const [asked, setAsked] = useState<{ terms: Terms; repricing: Repricing }>()
  const params = { id: provider.id }

  async function change(terms: Terms, confirm: string | undefined): Promise<void> {
    await call(updateProvider, { params, body: { ...terms, ...(confirm !== undefined && { confirm }) } })
    toast('success', t('saved'))
    await reread(getProvider)
  }
  const form = useForm({
    schema: updateProvider.body,
    changesOnly: true,
    toValues: (data) => ({
      currency: String(data.get('currency')).trim(),
      usd_per_unit: String(data.get('usd_per_unit')),
      rate_per: Number(data.get('rate_per')),
    }),
    onSubmit: async ({ currency, usd_per_unit, rate_per }) => {
      const terms = { currency, usd_per_unit, rate_per }
      const { repricing } = await call(updateProvider, { params, body: { ...terms, dry_run: true } })
      if (repricing === null || repricing.services === 0) return change(terms, undefined)
      setAsked({ terms, repricing })
      return 'asks'
    },
  })
  return (
    <CardSection title={t('currency')}>
      <Form form={form} className="grid items-start gap-4 p-5 max-wide:p-4 wide:grid-cols-2">
        <TextField label={t('currency')} name="currency" maxLength={5} defaultValue={provider.currency} />
        <NumberField
          label={t('usdPerUnit')}
          name="usd_per_unit"
          kind="rate"
          isPlain
          maxLength={20}
          defaultValue={writeNumber(provider.usd_per_unit, language, 'rate')}
        />
        <RatePerField value={provider.rate_per} />
        <p className="text-13 text-ink-3 wide:col-span-2">{t('currencyHint')}</p>
        <SaveBar label={t('showPrices')} />
      </Form>
      <Confirm
        isOpen={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={t('currencyTitle', { count: asked?.repricing.services ?? 0 })}
        action={t('recalculate')}
        tone="primary"
        onConfirm={async () => {
          if (asked !== undefined) await change(asked.terms, asked.repricing.seal)
        }}
      >
        {asked !== undefined && (
          <ul className="list-disc ps-5">
            <li>{t('raised', { count: asked.repricing.raised })}</li>
            <li>{t('lowered', { count: asked.repricing.lowered })}</li>
            <li>{t('byHand', { count: asked.repricing.by_hand })}</li>
            <li>{t('offSale', { count: asked.repricing.off_sale })}</li>
          </ul>
        )}
      </Confirm>
    </CardSection>
  )
}
