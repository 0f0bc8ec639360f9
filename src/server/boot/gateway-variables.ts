import { requiredFieldsOf } from '#contract/base/gateways/registry.ts'
import { gateways } from '#server/integrations/gateways/registry.ts'
import { ConfigError, type Environment, readVariables, text } from '#server/lib/environment/environment.ts'

import { gatewayAddress } from './variables.ts'

/** What the environment says of a gateway. */
export type GatewayConfig = {
  /** Not a setting, so that staff can't redirect calls that carry the key. */
  readonly url: string
  /** The account, if the environment names one. */
  readonly fields?: Readonly<Record<string, string>>
}

/** For each gateway, such as `acme`: ACME_URL, and a variable for each account field. All required fields, or none. */
export function readGatewayVariables(env: Environment): Record<string, GatewayConfig> {
  const found: Record<string, GatewayConfig> = {}
  for (const [id, { data, url }] of gateways) {
    const variableOf = (field: string) => `${id}_${field}`.toUpperCase()
    const address = variableOf('url')
    const { [address]: ownUrl = url } = readVariables({ [address]: gatewayAddress }, env)
    const names = Object.keys(data.fields)
    const given = readVariables(Object.fromEntries(names.map((name) => [variableOf(name), text])), env)
    const needed = requiredFieldsOf(data).map(variableOf)
    const isGiven = names.some((name) => given[variableOf(name)] !== undefined)
    if (isGiven && needed.some((variable) => given[variable] === undefined))
      throw new ConfigError(`${needed.join(' and ')} must be set together; one of them is missing.`)
    const fields = Object.fromEntries(names.map((name) => [name, given[variableOf(name)] ?? '']))
    found[id] = { url: ownUrl, ...(isGiven && { fields }) }
  }
  return found
}
