/** URLs, networks and proxies in environment variables. */
import { isIP } from 'node:net'

import { variable } from '#server/lib/environment/environment.ts'
import {
  isOwnAddress,
  type Network,
  parseNetwork,
  toLiteralAddress,
} from '#server/lib/http/outbound/allowed-addresses.ts'

export const publicUrl = variable((given) => {
  const url = URL.parse(given)
  const isOrigin = url?.pathname === '/' && url.search === '' && url.hash === ''
  return isOrigin && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined
}, 'must be the origin that browsers use, such as https://panel.example.com')

/** Secret, since it contains a password. */
export const postgresUrl = variable(
  (given) => (/^postgres(ql)?:\/\/./.test(given) ? given : undefined),
  'must look like postgresql://user:password@host:5432/name',
  { isSecret: true },
)

/** There is no value for "trust everyone": any client could then choose the address used for limits and logs. */
export const trustedProxies = variable((given): false | number | string[] | undefined => {
  if (/^(off|false|no)$/i.test(given)) return false
  if (/^\d{1,2}$/.test(given)) return Number(given)
  const ranges = given.split(',').map((range) => range.trim())
  return ranges.every(isAddressRange) ? ranges : undefined
}, 'must be off, a number of hops, or addresses and ranges with commas')

function isAddressRange(range: string) {
  return isIP(range.split('/')[0] ?? '') > 0 || /^(loopback|linklocal|uniquelocal)$/.test(range)
}

export const networks = variable((given): Network[] | undefined => {
  const read = given.split(',').map((each) => parseNetwork(each.trim()))
  const known = read.filter((network) => network !== undefined)
  return known.length === read.length ? known : undefined
}, 'must be networks such as 10.0.0.0/8 or fd12::/16, with commas')

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

/** Names that don't exist on the public internet: reserved for private networks, or of a container. */
const ownNetworkNames = /^[^.]+$|\.(local|lan|internal|home\.arpa|intranet|test)$/

/** False for addresses and names of this machine or of a private network. */
export function isPublicHost(host: string): boolean {
  if (isLoopback(host)) return false
  const literal = toLiteralAddress(host)
  if (literal !== undefined) return !isOwnAddress(literal)
  return !ownNetworkNames.test(host.toLowerCase().replace(/\.$/, ''))
}
