/** The addresses that the environment names, each as it is written and as it is meant. */
import { isIP } from 'node:net'

import { type Network, parseNetwork } from '#server/integrations/public-address.ts'

import { ConfigError, type Environment, text } from './environment.ts'

export function publicUrl(env: Environment): string | undefined {
  const value = text(env, 'PUBLIC_URL')
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(
      `PUBLIC_URL must be the origin that browsers use, such as https://panel.example.com; it is "${value}".`,
    )
  return url.origin
}

export function postgresUrl(env: Environment, name: string): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  // The value holds a password, so the message does not repeat it.
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new ConfigError(`${name} must look like postgresql://user:password@host:5432/name.`)
  return value
}

export function trustedProxies(env: Environment): boolean | number | string[] {
  const value = text(env, 'TRUST_PROXY')
  if (value === undefined || /^(off|false|no)$/i.test(value)) return false
  if (/^(on|true|yes)$/i.test(value)) return true
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const ranges = value.split(',').map((range) => range.trim())
  if (!ranges.every(isAddressRange))
    throw new ConfigError(
      `TRUST_PROXY must be on, off, a number of hops, or addresses and ranges with commas; it is "${value}".`,
    )
  return ranges
}

function isAddressRange(range: string) {
  return isIP(range.split('/')[0] ?? '') > 0 || /^(loopback|linklocal|uniquelocal)$/.test(range)
}

export function allowedNetworks(env: Environment): readonly Network[] {
  const value = text(env, 'ALLOW_PRIVATE_ADDRESSES')
  if (value === undefined) return []
  return value.split(',').map((each) => {
    const network = parseNetwork(each.trim())
    if (network !== undefined) return network
    throw new ConfigError(
      `ALLOW_PRIVATE_ADDRESSES must be networks such as 10.0.0.0/8 or fd12::/16, with commas; it is "${value}".`,
    )
  })
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}
