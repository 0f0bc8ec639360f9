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

/** For each gateway, such as `acme`: ACME_URL, and a variable for each field of its account. All fields or none. */
export function readGatewayVariables(env: Environment): Record<string, GatewayConfig> {
  const found: Record<string, GatewayConfig> = {}
  for (const [id, { data, url }] of gateways) {
    const variableOf = (field: string) => `${id}_${field}`.toUpperCase()
    const address = variableOf('url')
    const { [address]: ownUrl = url } = readVariables({ [address]: gatewayAddress }, env)
    const names = Object.keys(data.fields)
    const given = readVariables(Object.fromEntries(names.map((name) => [variableOf(name), text])), env)
    const fields: Record<string, string> = {}
    for (const name of names) {
      const value = given[variableOf(name)]
      if (value !== undefined) fields[name] = value
    }
    const count = Object.keys(fields).length
    if (count > 0 && count < names.length)
      throw new ConfigError(`${names.map(variableOf).join(' and ')} belong together; one of them is missing.`)
    found[id] = { url: ownUrl, ...(count > 0 && { fields }) }
  }
  return found
}
