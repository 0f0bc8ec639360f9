import { moneyToNumber } from '#contract/base/money.ts'
import { type Provider, updateProvider } from '#contract/providers/providers.ts'
import { writeNumber } from '#contract/base/read-number.ts'
import { getProvider } from '#contract/providers/provider-actions.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** The account, its pace, and what follows a price change. The key is replaced, never shown. */
export function ProviderForm({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const language = useLanguage()
  const { id } = provider
  const form = useForm({
    schema: updateProvider.body,
    changesOnly: true,
    toValues: toBody,
    onSubmit: async (body) => {
      await call(updateProvider, { params: { id }, body })
      toast('success', t('saved'))
      await reread(getProvider)
      // Never shown, even to the person who typed it.
      return { key: '' }
    },
  })
  return (
    <CardSection title={t('settings')}>
      <Form form={form} className="grid items-start gap-4 p-5 max-wide:p-4 wide:grid-cols-2">
        <TextField label={t('name')} name="name" maxLength={100} defaultValue={provider.name} />
        <TextField
          label={t('address')}
          name="api_url"
          type="url"
          maxLength={500}
          defaultValue={provider.api_url}
          readOnly={provider.is_sandbox}
        />
        <PasswordField
          label={t(provider.has_key ? 'newKey' : 'key')}
          name="key"
          autoComplete="off"
          maxLength={500}
          hint={t(provider.has_key ? 'keyStands' : 'keyMissing')}
        />
        <SelectField
          label={t('policy')}
          name="sync_policy"
          defaultValue={provider.sync_policy}
          options={[
            { value: 'hold', label: t('policyHold') },
            { value: 'follow', label: t('policyFollow') },
          ]}
          hint={t('policyHint')}
        />
        <NumberField
          label={t('hours')}
          name="sync_hours"
          kind="whole"
          min="1"
          max="168"
          unit={t('hoursUnit')}
          defaultValue={provider.sync_hours}
        />
        <NumberField
          label={t('callsAtOnce')}
          name="calls_at_once"
          kind="whole"
          min="1"
          max="50"
          defaultValue={provider.calls_at_once}
        />
        <NumberField
          label={t('callsPerSecond')}
          name="calls_per_second"
          kind="whole"
          min="1"
          max="100"
          defaultValue={provider.calls_per_second}
        />
        <NumberField
          label={t('firstOrders')}
          name="first_orders"
          kind="whole"
          min="1"
          max="1000"
          defaultValue={provider.first_orders ?? ''}
          hint={t('firstOrdersHint')}
        />
        <NumberField
          label={t('firstCost')}
          name="first_cost"
          kind="money"
          min="0.01"
          step="0.01"
          unit="USD"
          defaultValue={writeNumber(String(moneyToNumber(provider.first_cost)), language, 'money')}
        />
        <NumberField
          label={t('threshold')}
          name="balance_low"
          kind="money"
          min="0"
          step="0.01"
          unit={provider.currency}
          defaultValue={writeNumber(provider.balance_low ?? '', language, 'money')}
          hint={t('thresholdHint')}
        />
        <SaveBar />
      </Form>
    </CardSection>
  )
}

const counts = ['sync_hours', 'calls_at_once', 'calls_per_second'] as const

function toBody(data: FormData): unknown {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const threshold = text('balance_low')
  const orders = text('first_orders')
  return {
    name: text('name'),
    api_url: text('api_url'),
    ...(text('key') !== '' && { key: text('key') }),
    sync_policy: text('sync_policy'),
    ...Object.fromEntries(counts.map((name) => [name, toCount(text(name))])),
    balance_low: threshold === '' ? null : threshold,
    first_orders: orders === '' ? null : toCount(orders),
    first_cost: toCount(text('first_cost')),
  }
}

/** NaN if it is not a whole number, so that the schema reports it. */
function toCount(text: string): number {
  return text === '' ? Number.NaN : Number(text)
}
