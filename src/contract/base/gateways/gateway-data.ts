import type { Language } from '#contract/base/languages.ts'

export type Texts = Readonly<Record<Language, string>>

/**
 * What browser and server both know of a payment company. It is a part of the gateway's folder in `server/integrations/gateways/`,
 * which has the rest.
 */
export type GatewayData = {
  /** In addresses, settings, variables and the ledger: letters from a to z. */
  readonly id: string
  /** The company's own name. */
  readonly name: string
  /**
   * What an account is made of. At least one field is not secret: it names the account. Secret ones are never sent back. A field
   * `key` of the gateway `acme` is the variable `ACME_KEY`, and as a secret of the settings `acme_key`. A field `url` that is not secret is
   * where the account is, at a gateway that operators host themselves.
   */
  readonly fields: Readonly<Record<string, AccountField>>
  /** What customers choose from. */
  readonly cards: readonly MethodCard[]
  /** What Add Funds says of paying there. */
  readonly information: Texts
  /** What an operator should know before opening an account there; shown beside its fields. */
  readonly warning?: Texts
}

/** `isOptional`: the account works without it, with less. Then it is the empty text. */
export type AccountField = { readonly isSecret: boolean; readonly isOptional?: true; readonly label: Texts }

/**
 * `value` is sent as `payment_method`; several cards may send the same. Cards of two gateways may have one id: then they are one
 * method, and the card whose value is its id counts where its gateway is set up.
 */
export type MethodCard = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly note: Texts | null
  /** Customers see it, as unavailable, also where no gateway takes it (spec §9). */
  readonly isAlwaysListed?: true
}
