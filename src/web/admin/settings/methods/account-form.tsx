import {
  type GatewayId,
  gateways,
  openFieldsOf,
  secretFieldsOf,
  secretName,
} from '#contract/base/gateways/registry.ts'
import { accountIn, isGatewayOn } from '#contract/settings/settings-of-gateways.ts'
import type { AdminGateway } from '#contract/payments/payment-methods.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import { SecretField } from '#web/admin/settings/secret-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { TryButton } from '#web/admin/settings/try-button.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'
import { adminMethodsText, adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { tryGateway } from './try-gateway.tsx'

type Values = { isOn: boolean; fields: Readonly<Record<string, string>> }

/**
 * The account at a gateway, with the fields that it declares and what to know before opening one. `source`: of its
 * current account, if it has one.
 */
export function AccountForm({ id, source }: { id: GatewayId; source: AdminGateway['account'] }) {
  const t = useText(adminSettingsText)
  const tell = useText(adminMethodsText)
  const gateway = gateways[id]
  const form = useSectionForm<Values>({
    name: `gateway ${id}`,
    sections: ['gateways'],
    toForm: (settings) => toForm(settings, { id, source }),
    toWire: (values) => ({ gateways: { [id]: toWire(values) } }),
  })
  const { isOn, fields } = form.values
  const labelOf = (field: string) => gateway.fields[field]?.label[form.language] ?? field
  return (
    <SectionFrame form={form} needs="money">
      <CardSection title={tell('account', { gateway: gateway.name })}>
        <Fields>
          {gateway.warning !== undefined && <Alert tone="info">{gateway.warning[form.language]}</Alert>}
          <Switch
            name={`gateways.${id}.is_on`}
            label={<span className="font-semibold">{t('gatewayOn', { gateway: gateway.name })}</span>}
            hint={t('gatewayOnHint')}
            checked={isOn}
            onChange={({ currentTarget }) => form.set({ isOn: currentTarget.checked })}
          />
          {!form.known.can_set_merchant && <Alert tone="info">{t('merchantInSandbox')}</Alert>}
          {form.known.can_set_merchant &&
            openFieldsOf(gateway).map((field) => (
              <TextField
                key={field}
                label={labelOf(field)}
                hint={t('accountHint')}
                name={`gateways.${id}.${field}`}
                autoComplete="off"
                spellCheck={false}
                value={fields[field] ?? ''}
                onChange={({ currentTarget }) =>
                  form.set({ fields: { ...fields, [field]: currentTarget.value } })
                }
              />
            ))}
          {form.known.can_set_merchant &&
            secretFieldsOf(gateway).map((field) => (
              <SecretField
                key={field}
                form={form}
                label={labelOf(field)}
                name={secretName(id, field)}
                isKept={form.known[`has_${secretName(id, field)}`]}
              />
            ))}
        </Fields>
        <TryButton label={t('testGateway')} onTry={() => tryGateway(id)} />
      </CardSection>
    </SectionFrame>
  )
}

function toForm(
  settings: Settings,
  { id, source }: { id: GatewayId; source: AdminGateway['account'] },
): Values {
  const account = accountIn(settings.gateways[id])
  const fields = openFieldsOf(gateways[id]).map((field) => [field, account?.[field] ?? ''])
  // An account entered here is the operator's own.
  const isOn = isGatewayOn(settings.gateways[id], source !== 'sandbox')
  return { isOn, fields: Object.fromEntries(fields) }
}

function toWire({ isOn, fields }: Values) {
  const named = Object.entries(fields).map(([field, value]) => [field, value.trim() === '' ? null : value])
  return { is_on: isOn, ...Object.fromEntries(named) }
}
