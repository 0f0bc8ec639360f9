import { setBalanceNotice } from '#contract/messaging/notifications.ts'
import type { Money } from '#contract/base/money.ts'
import { call } from '#web/platform/api/call.ts'
import { toTypedAmount } from '#web/platform/format/typed-figures.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { settingsText } from './texts.en.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { CardSection } from '#web/ui/page/card.tsx'

/** The amount below which the customer is notified; an empty field turns it off. */
export function BalanceNoticeForm({ below }: { below: Money | null }) {
  const t = useText(settingsText)
  const format = useFormat()
  const form = useForm({
    schema: setBalanceNotice.body,
    toValues: (data) => ({ below: toWireMoney(textIn(data)) ?? null }),
    failure: t('belowFailed'),
    onSubmit: async (body) => {
      const saved = await call(setBalanceNotice, { body })
      toast(
        'success',
        saved.below === null ? t('belowOff') : t('belowSaved', { amount: format.money(saved.below) }),
      )
    },
  })
  return (
    <CardSection title={t('lowTitle')}>
      <Form form={form} className="grid gap-4 p-5 max-wide:p-4">
        <p className="text-14 text-ink-2">{t('lowLead')}</p>
        <NumberField
          label={t('below')}
          name="below"
          kind="money"
          isPlain
          unit="USD"
          defaultValue={below === null ? '' : toTypedAmount(format.language, below)}
          hint={t('belowHint')}
        />
        <SaveBar />
      </Form>
    </CardSection>
  )
}

function textIn(data: FormData): string {
  const text = data.get('below')
  return typeof text === 'string' ? text : ''
}
