import {
  type GatewayId,
  gatewayIds,
  gateways,
  openFieldsOf,
  secretFieldsOf,
  secretName,
} from '#contract/base/gateways/registry.ts'
import { checkGateway } from '#contract/payments/gateways.ts'
import { accountIn } from '#contract/settings/settings-of-gateways.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import { call } from '#web/platform/api/call.ts'
import { adminSettingsText } from '#web/messages/admin-settings.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { CheckupLines } from './checkup-lines.tsx'
import { SecretField } from '#web/admin/settings/secret-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { type Tried, TryButton } from '#web/admin/settings/try-button.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

type Typed = { isOn: boolean; fields: Readonly<Record<string, string>> }
type Values = Record<GatewayId, Typed>

export default function AdminGatewaysPage() {
  const t = useText(adminSettingsText)
  const form = useSectionForm<Values>({ name: 'gateways', sections: ['gateways'], toForm, toWire })
  return (
    <SectionFrame form={form} needs="money">
      {gatewayIds.map((id, at) => (
        <CardSection key={id} title={gateways[id].name}>
          <Fields>
            {at === 0 && <p className="text-14 text-ink-2">{t('methodsAre')}</p>}
            <GatewayFields form={form} id={id} />
          </Fields>
          <TryButton label={t('testGateway')} onTry={() => tryGateway(id)} />
        </CardSection>
      ))}
    </SectionFrame>
  )
}

function toForm(settings: Settings): Values {
  const typed = gatewayIds.map((id): [GatewayId, Typed] => {
    const account = accountIn(settings.gateways[id])
    const fields = openFieldsOf(gateways[id]).map((field) => [field, account?.[field] ?? ''])
    return [id, { isOn: settings.gateways[id].is_on, fields: Object.fromEntries(fields) }]
  })
  return Object.fromEntries(typed) as Values // every id
}

function toWire(values: Values) {
  const wire = gatewayIds.map((id) => {
    const { isOn, fields } = values[id]
    const named = Object.entries(fields).map(([field, value]) => [field, value.trim() === '' ? null : value])
    return [id, { is_on: isOn, ...Object.fromEntries(named) }]
  })
  return { gateways: Object.fromEntries(wire) }
}

type GatewayFieldsProps = { form: ReturnType<typeof useSectionForm<Values>>; id: GatewayId }

/** The form of an account, by the fields that its gateway declares. */
function GatewayFields({ form, id }: GatewayFieldsProps) {
  const t = useText(adminSettingsText)
  const gateway = gateways[id]
  const { isOn, fields } = form.values[id]
  const labelOf = (field: string) => gateway.fields[field]?.label[form.language] ?? field
  return (
    <>
      <Switch
        name={`gateways.${id}.is_on`}
        label={<span className="font-semibold">{t('gatewayOn', { gateway: gateway.name })}</span>}
        hint={t('gatewayOnHint')}
        checked={isOn}
        onChange={({ currentTarget }) => form.set({ [id]: { fields, isOn: currentTarget.checked } })}
      />
      {form.known.can_set_merchant ? (
        <>
          {openFieldsOf(gateway).map((field) => (
            <TextField
              key={field}
              label={labelOf(field)}
              hint={t('accountHint')}
              name={`gateways.${id}.${field}`}
              autoComplete="off"
              spellCheck={false}
              value={fields[field] ?? ''}
              onChange={({ currentTarget }) =>
                form.set({ [id]: { isOn, fields: { ...fields, [field]: currentTarget.value } } })
              }
              error={form.errors[`gateways.${id}.${field}`]}
            />
          ))}
          {secretFieldsOf(gateway).map((field) => (
            <SecretField
              key={field}
              form={form}
              label={labelOf(field)}
              name={secretName(id, field)}
              isKept={form.known[`has_${secretName(id, field)}`]}
            />
          ))}
        </>
      ) : (
        <Alert tone="info">{t('merchantInSandbox')}</Alert>
      )}
    </>
  )
}

async function tryGateway(gateway: GatewayId): Promise<Tried> {
  const { lines } = await call(checkGateway, { params: { gateway } })
  return { isGood: lines.every(({ state }) => state !== 'bad'), words: <CheckupLines lines={lines} /> }
}
