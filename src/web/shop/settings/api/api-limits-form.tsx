import { ALLOWED_ADDRESSES_MAX, type ApiAccess, changeApiAccess } from '#contract/users/api-keys.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { apiAccessText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toAddressLines, toShownAddress } from './api-limits.ts'
import { toTypedAmount } from '#web/platform/format/typed-figures.ts'

/** The addresses that may use keys, and what may be ordered with them per day. */
export function ApiLimitsForm({
  access,
  onChange,
}: {
  access: ApiAccess
  onChange: (access: ApiAccess) => void
}) {
  const t = useText(apiAccessText)
  const format = useFormat()
  const { allowed_addresses: allowed, daily_limit: limit } = access
  const form = useForm({
    schema: changeApiAccess.body,
    toValues: (data) => ({
      allowed_addresses: toAddressLines(textIn(data, 'allowed_addresses')),
      daily_limit: toWireMoney(textIn(data, 'daily_limit')) ?? null,
    }),
    check: (data) => ({
      ...(toAddressLines(textIn(data, 'allowed_addresses')).length > ALLOWED_ADDRESSES_MAX && {
        allowed_addresses: t('addressesMany', { count: ALLOWED_ADDRESSES_MAX }),
      }),
      ...(textIn(data, 'daily_limit') !== '' &&
        (parseMoney(textIn(data, 'daily_limit')) ?? ZERO) <= 0n && { daily_limit: t('limitInvalid') }),
    }),
    failure: t('saveFailed'),
    onSubmit: async (body) => {
      const saved = await call(changeApiAccess, { body })
      onChange(saved)
      toast('success', t('saved'))
      // In the normalized spelling.
      return { allowed_addresses: saved.allowed_addresses.map(toShownAddress).join('\n') }
    },
  })
  return (
    <CardSection title={t('limitsTitle')}>
      <Form form={form} className="grid gap-5 p-5 max-wide:p-4">
        <TextAreaField
          label={t('addresses')}
          name="allowed_addresses"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          defaultValue={allowed.map(toShownAddress).join('\n')}
          hint={t('addressesHint')}
        />
        <NumberField
          label={t('dailyLimit')}
          name="daily_limit"
          kind="money"
          isPlain
          unit="USD"
          defaultValue={limit === null ? '' : toTypedAmount(format.language, limit)}
          hint={t('dailyLimitHint')}
        />
        {limit !== null && <SpentToday spent={access.spent_today} limit={limit} />}
        <SaveBar />
      </Form>
    </CardSection>
  )
}

function SpentToday({ spent, limit }: { spent: bigint; limit: bigint }) {
  const t = useText(apiAccessText)
  const format = useFormat()
  const text = t('spentOf', { spent: format.money(spent), limit: format.money(limit) })
  return (
    <div className="grid gap-2 text-14">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-ink-2">{t('spentToday')}</span>
        <span className="figures">{text}</span>
      </p>
      <Progress label={t('spentToday')} share={Number((spent * 1_000n) / limit) / 1_000} valueText={text} />
    </div>
  )
}

function textIn(data: FormData, name: string): string {
  const text = data.get(name)
  return typeof text === 'string' ? text : ''
}
