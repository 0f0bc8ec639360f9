import * as z from 'zod/mini'

import {
  type GatewayId,
  gatewayIds,
  gateways,
  gatewaySecretNames,
  type GatewaySecretName,
  type OpenField,
  openFieldsOf,
} from '#contract/base/gateways/registry.ts'

import { text } from './settings-texts.ts'

/**
 * A gateway's settings: whether customers can pay there (deposits opened before are still followed; null: see `isGatewayOn`), and
 * the account fields that are not secret. Null fields: the environment's account, else the sandbox's.
 */
export type GatewaySetting = { readonly is_on: boolean | null } & {
  readonly [field: string]: string | null | boolean
}

type Field = z.ZodMiniNullable<ReturnType<typeof text>>
type Sections = {
  [Id in GatewayId]: z.ZodMiniObject<
    { is_on: z.ZodMiniNullable<z.ZodMiniBoolean> } & Record<OpenField<Id>, Field>,
    z.core.$strict
  >
}

function sectionOf(id: GatewayId) {
  const fields = openFieldsOf(gateways[id]).map((field) => {
    const value = z.nullable(text(100))
    return [field, gateways[id].fields[field]?.isOptional === true ? z.optional(value) : value]
  })
  return z.strictObject({ is_on: z.nullable(z.boolean()), ...Object.fromEntries(fields) })
}

export const gatewaysSection = z.strictObject(
  // Every gateway with its own fields.
  Object.fromEntries(gatewayIds.map((id) => [id, sectionOf(id)])) as unknown as Sections,
)

/**
 * Whether customers can pay there, given an account. Until staff decide, the operator's own account enables it,
 * whatever its source, and the sandbox's account does not.
 */
export function isGatewayOn({ is_on: isOn }: Pick<GatewaySetting, 'is_on'>, hasOwnAccount: boolean): boolean {
  return isOn ?? hasOwnAccount
}

/** The account fields in the settings; undefined if there are none. */
export function accountIn(setting: GatewaySetting | undefined): Record<string, string> | undefined {
  const named: Record<string, string> = {}
  for (const [field, value] of Object.entries(setting ?? {}))
    if (typeof value === 'string') named[field] = value
  return Object.keys(named).length === 0 ? undefined : named
}

export function gatewaySecrets<Schema>(schema: Schema) {
  return Object.fromEntries(gatewaySecretNames.map((name) => [name, schema])) as Record<
    GatewaySecretName,
    Schema
  > // every name
}

/** Secrets are never sent back, only whether they are set. */
export const hasGatewaySecrets = Object.fromEntries(
  gatewaySecretNames.map((name) => [`has_${name}`, z.boolean()]),
) as Record<`has_${GatewaySecretName}`, z.ZodMiniBoolean> // every name
