import { checkGateway } from '#contract/payments/gateways.ts'
import { call } from '#web/api/call.ts'
import { adminSettingsText } from '#web/messages/admin-settings.ts'
import { useText } from '#web/messages/text.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CheckupLines } from './checkup-lines.tsx'
import { SecretField } from './secret-field.tsx'
import { Fields, SectionFrame } from './section-frame.tsx'
import { type Tried, TryButton } from './try-button.tsx'
import { useSectionForm } from './use-section-form.ts'

export default function AdminGatewaysPage() {
  const t = useText(adminSettingsText)
  const form = useSectionForm({
    name: 'gateways',
    sections: ['gateways'],
    toForm: ({ gateways: { cryptomus } }) => ({
      isOn: cryptomus.is_on,
      merchant: cryptomus.merchant ?? '',
    }),
    toWire: ({ isOn, merchant }) => ({
      gateways: { cryptomus: { is_on: isOn, merchant: merchant.trim() === '' ? null : merchant } },
    }),
  })
  const { isOn, merchant } = form.values
  return (
    <SectionFrame form={form} needs="money">
      <CardSection title="Cryptomus">
        <Fields>
          <p className="text-14 text-ink-2">{t('methodsAre')}</p>
          <Switch
            name="gateways.cryptomus.is_on"
            label={<span className="font-semibold">{t('gatewayOn')}</span>}
            hint={t('gatewayOnHint')}
            checked={isOn}
            onChange={({ currentTarget }) => form.set({ isOn: currentTarget.checked })}
          />
          {form.known.can_set_merchant ? (
            <>
              <TextField
                label={t('merchant')}
                hint={t('merchantHint')}
                name="gateways.cryptomus.merchant"
                autoComplete="off"
                spellCheck={false}
                value={merchant}
                onChange={({ currentTarget }) => form.set({ merchant: currentTarget.value })}
                error={form.errors['gateways.cryptomus.merchant']}
              />
              <SecretField
                form={form}
                label={t('paymentKey')}
                name="cryptomus_key"
                isKept={form.known.has_cryptomus_key}
              />
            </>
          ) : (
            <Alert tone="info">{t('merchantInSandbox')}</Alert>
          )}
        </Fields>
        <TryButton label={t('testGateway')} onTry={tryGateway} />
      </CardSection>
    </SectionFrame>
  )
}

async function tryGateway(): Promise<Tried> {
  const { lines } = await call(checkGateway, { params: { gateway: 'cryptomus' } })
  return { isGood: lines.every(({ state }) => state !== 'bad'), words: <CheckupLines lines={lines} /> }
}
