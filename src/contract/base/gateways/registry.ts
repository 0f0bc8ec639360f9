import { btcpay } from './btcpay.ts'
import { cryptomus } from './cryptomus.ts'
import type { GatewayData, MethodCard } from './gateway-data.ts'
import { heleket } from './heleket.ts'
import { payeer } from './payeer.ts'
import { stripe } from './stripe.ts'

/** Every gateway's data, one per line. */
const gatewayData = { cryptomus, heleket, payeer, stripe, btcpay } as const satisfies Readonly<
  Record<string, GatewayData>
>

type Registry = typeof gatewayData
export type GatewayId = keyof Registry
export const gatewayIds = Object.keys(gatewayData) as [GatewayId, ...GatewayId[]] // an object's own keys
export const gateways: Readonly<Record<GatewayId, GatewayData>> = gatewayData

type Card = Registry[GatewayId]['cards'][number]
type MethodOf<One> = One extends { id: infer Id; value: infer Value }
  ? Omit<MethodCard, 'id' | 'value'> & { readonly id: Id; readonly value: Value }
  : never
export function cardsOf(id: GatewayId): readonly MethodOf<Card>[] {
  return gatewayData[id].cards
}
export const methodCards = gatewayIds.flatMap((id) => cardsOf(id))
/** Shown as unavailable until a gateway has a card with this id (spec §9). */
export const cardWithoutGateway: MethodCard = {
  id: 'card',
  label: 'VISA/MasterCard',
  value: 'card',
  note: { en: 'not available now', vi: 'not available now', ru: 'not available now' },
  isAlwaysListed: true,
}
/** Valid values of `payment_method`, apart from manual methods. */
export const cardValues: readonly string[] = [
  ...new Set([cardWithoutGateway, ...methodCards].map(({ value }) => value)),
]

type FieldOf<Id extends GatewayId, IsSecret extends boolean> = {
  [Field in keyof Registry[Id]['fields']]: Registry[Id]['fields'][Field] extends { isSecret: IsSecret }
    ? Field
    : never
}[keyof Registry[Id]['fields']]
export type OpenField<Id extends GatewayId> = FieldOf<Id, false> & string
/** The name of a secret field in the settings. */
export type GatewaySecretName = {
  [Id in GatewayId]: `${Id}_${FieldOf<Id, true> & string}`
}[GatewayId]

export function openFieldsOf({ fields }: GatewayData): string[] {
  return Object.keys(fields).filter((field) => fields[field]?.isSecret === false)
}

export function secretFieldsOf({ fields }: GatewayData): string[] {
  return Object.keys(fields).filter((field) => fields[field]?.isSecret === true)
}

export function requiredFieldsOf({ fields }: GatewayData): string[] {
  return Object.keys(fields).filter((field) => fields[field]?.isOptional !== true)
}

export function secretName(id: GatewayId, field: string): GatewaySecretName {
  return `${id}_${field}` as GatewaySecretName // for fields of secretFieldsOf
}

export const gatewaySecretNames = gatewayIds.flatMap((id) =>
  secretFieldsOf(gateways[id]).map((field) => secretName(id, field)),
)

/** The name of the gateway with this id or `payment_method`; other texts are returned unchanged. */
export function gatewayName(idOrMethod: string): string {
  const found = Object.values(gateways).find(
    ({ id, cards }) => id === idOrMethod || cards.some(({ value }) => value === idOrMethod),
  )
  return found?.name ?? idOrMethod
}
