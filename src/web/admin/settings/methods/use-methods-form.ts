import { gateways } from '#contract/base/gateways/registry.ts'
import type { Language } from '#contract/base/languages.ts'
import type { AdminGateway } from '#contract/payments/payment-methods.ts'
import {
  defaultMethod,
  isManual,
  listMethods,
  MANUAL,
  type Method,
} from '#contract/settings/payment-methods.ts'
import { accountIn, isGatewayOn } from '#contract/settings/settings-of-gateways.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { OperatorText } from '#contract/settings/settings-texts.ts'
import { isUnwritten } from '#web/admin/settings/operator-text.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'
import {
  toTypedAmount,
  toTypedPercent,
  toWireAmount,
  toWireNumber,
} from '#web/platform/format/typed-figures.ts'

/** A method with its fields as text. */
export type TypedMethod = {
  id: string
  isOn: boolean
  name: OperatorText
  instructions: OperatorText
  min: string
  max: string
  percent: string
  fixed: string
  hasBonuses: boolean
  bonuses: { from: string; percent: string }[]
  isTest: boolean
  /** For a manual method. */
  approvalAbove: string
}
type Values = { methods: TypedMethod[] }

export type MethodsForm = ReturnType<typeof useMethodsForm>

/**
 * All methods in one form, whose draft is shared by the list and each method's page. Saving names every method, so from
 * then on the order is the operator's.
 */
export function useMethodsForm() {
  return useSectionForm<Values>({ name: 'methods', sections: ['payment_methods'], toForm, toWire })
}

/** Every method with its active card, from the known settings. */
export function methodsNow(
  { payment_methods: settings, gateways: switches }: Settings,
  infos: readonly AdminGateway[],
): Method[] {
  const setUp = Object.entries(switches).flatMap(([id, setting]) => {
    const source =
      accountIn(setting) === undefined ? infos.find((one) => one.id === id)?.account : ('settings' as const)
    if (source === undefined || source === null) return []
    return isGatewayOn(setting, source !== 'sandbox') ? [id] : []
  })
  return listMethods({
    settings,
    gateways: Object.values(gateways),
    isSetUp: (id) => id === MANUAL || setUp.includes(id),
  })
}

/** A method that was just added is not saved yet. */
export function findMethod(methods: readonly Method[], id: string): Method | undefined {
  const setting = { ...defaultMethod(id), is_on: false }
  const added = { id, gateway: MANUAL, card: undefined, value: id, setting, isSetUp: true }
  return methods.find((one) => one.id === id) ?? (isManual(id) ? added : undefined)
}

/** A new manual method, off until it is described. The id is permanent: deposits and the ledger refer to it. */
export function newManualMethod(methods: readonly TypedMethod[], language: Language): TypedMethod {
  const ids = new Set(methods.map(({ id }) => id))
  let number = 1
  while (ids.has(`${MANUAL}-${number}`)) number += 1
  return { ...toTyped(defaultMethod(`${MANUAL}-${number}`), language), isOn: false }
}

function toForm(settings: Settings, language: Language): Values {
  const methods = listMethods({
    settings: settings.payment_methods,
    gateways: Object.values(gateways),
    isSetUp: () => false,
  })
  return { methods: methods.map(({ setting }) => toTyped(setting, language)) }
}

function toTyped(setting: Method['setting'], language: Language): TypedMethod {
  const {
    id,
    is_on: isOn,
    name,
    instructions,
    min,
    max,
    fee,
    bonuses,
    is_test: isTest,
    approval_above: above,
  } = setting
  return {
    id,
    isOn,
    name: name ?? '',
    instructions: instructions ?? '',
    min: min === null ? '' : toTypedAmount(language, min),
    max: max === null ? '' : toTypedAmount(language, max),
    percent: fee.percent === 0 ? '' : toTypedPercent(language, fee.percent),
    fixed: fee.fixed === 0n ? '' : toTypedAmount(language, fee.fixed),
    hasBonuses: bonuses !== null,
    bonuses: (bonuses ?? []).map(({ from, percent }) => ({
      from: toTypedAmount(language, from),
      percent: toTypedPercent(language, percent),
    })),
    isTest,
    approvalAbove: above === null ? '' : toTypedAmount(language, above),
  }
}

function toWire({ methods }: Values, language: Language) {
  const amount = (typed: string) => (typed.trim() === '' ? undefined : toWireAmount(language, typed))
  return {
    payment_methods: methods.map((method) => ({
      id: method.id,
      is_on: method.isOn,
      name: isUnwritten(method.name) ? null : method.name,
      instructions: isUnwritten(method.instructions) ? null : method.instructions,
      min: amount(method.min) ?? null,
      max: amount(method.max) ?? null,
      fee: {
        percent: method.percent.trim() === '' ? 0 : toWireNumber(language, method.percent, 'percent'),
        fixed: amount(method.fixed) ?? 0,
      },
      bonuses: method.hasBonuses
        ? method.bonuses.map(({ from, percent }) => ({
            from: toWireAmount(language, from),
            percent: toWireNumber(language, percent, 'percent'),
          }))
        : null,
      is_test: method.isTest,
      approval_above: amount(method.approvalAbove) ?? null,
    })),
  }
}
