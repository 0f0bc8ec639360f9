import type { Language } from '#contract/base/languages.ts'

export type Texts = Readonly<Record<Language, string>>

/**
 * What browser and server both know about a payment company. The rest is in the gateway's folder in
 * `server/integrations/gateways/`.
 */
export type GatewayData = {
  /** Used in URLs, settings, variables and the ledger: letters a to z. */
  readonly id: string
  /** The company's own spelling. */
  readonly name: string
  /**
   * The fields of an account. At least one is not secret: it identifies the account. Secret ones are never sent back. A
   * field `key` of the gateway `acme` is the variable `ACME_KEY`; if secret, it is stored in the settings as
   * `acme_key`. A non-secret field `url` is the account's address, at gateways that operators host themselves.
   */
  readonly fields: Readonly<Record<string, AccountField>>
  /** The cards that customers choose from. */
  readonly cards: readonly MethodCard[]
  /** The text on Add Funds about paying there. */
  readonly information: Texts
  /** What an operator should know before opening an account; shown next to the fields. */
  readonly warning?: Texts
}

/** `isOptional`: the account works without it, with fewer features. It is then an empty string. */
export type AccountField = { readonly isSecret: boolean; readonly isOptional?: true; readonly label: Texts }

/**
 * `value` is sent as `payment_method`; several cards may send the same. Cards of two gateways with the same id are one
 * method: the card whose value equals its id wins where its gateway is set up.
 */
export type MethodCard = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly note: Texts | null
  /** Listed for customers as unavailable even if no gateway offers it (spec §9). */
  readonly isAlwaysListed?: true
}
