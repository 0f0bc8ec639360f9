import { gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { MANUAL, METHOD_ID } from '#contract/settings/payment-methods.ts'
import { adminFrameText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Select } from '#web/ui/fields/select-field.tsx'
import { withParam } from '#web/ui/url/url-place.ts'
import { useUrlChange } from '#web/ui/url/use-url-state.ts'

/** `?gateway=` of a URL, if valid: a gateway's id, or a manual method's. */
export function gatewayIn(params: URLSearchParams): string | undefined {
  return METHOD_ID.exec(params.get('gateway') ?? '')?.[0]
}

/** Filters a list by gateway, stored in its URL. */
export function GatewayFilter({
  value,
  hasManual = false,
}: {
  value: string | undefined
  hasManual?: boolean
}) {
  const t = useText(adminFrameText)
  const change = useUrlChange()
  const known = gatewayIds.map((id) => ({ value: id as string, label: gateways[id].name }))
  const manual = { value: MANUAL, label: t('byHand') }
  const other = value === undefined || [...known, manual].some((one) => one.value === value)
  return (
    <Select
      name="gateway"
      aria-label={t('gateway')}
      className="max-w-60 print:hidden"
      value={value ?? ''}
      onChange={({ currentTarget }) => change((place) => withParam(place, 'gateway', currentTarget.value))}
      options={[
        { value: '', label: t('allGateways') },
        ...known,
        ...(hasManual ? [manual] : []),
        ...(other ? [] : [{ value, label: value }]),
      ]}
    />
  )
}
