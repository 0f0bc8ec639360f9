import type { GatewayData, MethodCard } from '#contract/base/gateways/gateway-data.ts'
import { cardWithoutGateway } from '#contract/base/gateways/registry.ts'
import { type Money, ZERO } from '#contract/base/money.ts'

import type { Settings } from './settings-sections.ts'

/** Ids of gateways' cards and of methods that staff credit manually. */
export const METHOD_ID = /^(?:[a-z]{1,40}|manual-[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)$/

/**
 * The `gateway` of manual methods and of deposits entered by staff. A deposit by a manual method has the method's id,
 * so that each method has its own clearing account.
 */
export const MANUAL = 'manual'

export type MethodSetting = Settings['payment_methods'][number]

export type Method = {
  readonly id: string
  /** A gateway's id, or `manual`. Undefined: nothing installed accepts payments by it. */
  readonly gateway: string | undefined
  /** Undefined for a manual method, which is fully described by its setting. */
  readonly card: MethodCard | undefined
  /** Sent as `payment_method`. */
  readonly value: string
  readonly setting: MethodSetting
  /** Whether its gateway is set up and enabled. */
  readonly isSetUp: boolean
}

/**
 * Every possible method in the operator's order, including those that are off or not set up, for staff. Several
 * gateways may have a card with the same id: it is one method, of the gateway whose own value it is, if that is set up.
 */
export function listMethods({
  settings,
  gateways,
  isSetUp,
}: {
  settings: readonly MethodSetting[]
  gateways: readonly GatewayData[]
  /** Called with the id of a gateway, or `manual`. */
  isSetUp: (gateway: string) => boolean
}): Method[] {
  const cards: Candidate[] = [
    { gateway: undefined, card: cardWithoutGateway },
    ...gateways.flatMap(({ id: gateway, cards: own }) => own.map((card) => ({ gateway, card }))),
  ]
  const written = settings.map(({ id }) => id).filter((id) => isManual(id) || cards.some(hasId(id)))
  const ids = new Set([...written, ...cards.map(({ card }) => card.id)])
  return [...ids].map((id) => {
    const setting = settings.find((one) => one.id === id) ?? defaultMethod(id)
    if (isManual(id))
      return { id, gateway: MANUAL, card: undefined, value: id, setting, isSetUp: isSetUp(MANUAL) }
    const { gateway, card } = chooseCard(cards.filter(hasId(id)), isSetUp)
    const canPay = gateway !== undefined && isSetUp(gateway)
    return { id, gateway, card, value: card.value, setting, isSetUp: canPay }
  })
}

export function isManual(id: string): boolean {
  return id.startsWith(`${MANUAL}-`)
}

/** The note a customer adds to a transfer, so that staff can find it. */
export function transferNote(depositId: number | bigint): string {
  return `DEP-${depositId}`
}

/** Whether customers see it. A method that is not set up is listed only where the specification shows it as unavailable. */
export function isListed({ card, setting, isSetUp }: Method): boolean {
  return setting.is_on && (isSetUp || card?.isAlwaysListed === true)
}

export type MethodTerms = {
  readonly min: Money
  readonly max: Money
  readonly fee: MethodSetting['fee']
  /** Null: the shop's bonuses. */
  readonly bonuses: MethodSetting['bonuses']
  readonly isTest: boolean
}

/** Limits, fee and bonuses of payments with this value; the shop's, where its method leaves them out. */
export function findTerms(
  value: string,
  { payment_methods: settings, limits }: Pick<Settings, 'payment_methods' | 'limits'>,
): MethodTerms {
  const {
    min,
    max,
    fee,
    bonuses,
    is_test: isTest,
  } = settings.find(({ id }) => id === value) ?? defaultMethod(value)
  return { min: min ?? limits.deposit_min, max: max ?? limits.deposit_max, fee, bonuses, isTest }
}

export function defaultMethod(id: string): MethodSetting {
  return {
    id,
    is_on: true,
    name: null,
    instructions: null,
    min: null,
    max: null,
    fee: { percent: 0, fixed: ZERO },
    bonuses: null,
    is_test: false,
    approval_above: null,
  }
}

type Candidate = { gateway: string | undefined; card: MethodCard }

const hasId = (id: string) => (one: Candidate) => one.card.id === id

function chooseCard(cards: readonly Candidate[], isSetUp: (gateway: string) => boolean): Candidate {
  const usable = cards.filter(({ gateway }) => gateway !== undefined && isSetUp(gateway))
  const found =
    usable.find(({ card }) => card.value === card.id) ??
    usable[0] ??
    cards.find(({ card }) => card.isAlwaysListed === true) ??
    cards[0]
  if (found === undefined) throw new Error('a method has a card')
  return found
}
