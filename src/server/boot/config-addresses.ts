/** The addresses that the environment names, each as it is written and as it is meant. */
import { isIP } from 'node:net'

import {
  isOwnAddress,
  type Network,
  parseNetwork,
  toLiteralAddress,
} from '#server/lib/http/outbound/allowed-addresses.ts'

import { variable } from '#server/lib/environment/environment.ts'

export const publicUrl = variable((given) => {
  const url = URL.parse(given)
  const isOrigin = url?.pathname === '/' && url.search === '' && url.hash === ''
  return isOrigin && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined
}, 'must be the origin that browsers use, such as https://panel.example.com')

/** It holds a password. */
export const postgresUrl = variable(
  (given) => (/^postgres(ql)?:\/\/./.test(given) ? given : undefined),
  'must look like postgresql://user:password@host:5432/name',
  { isSecret: true },
)

/** Everybody's word is never believed: with it any client would choose the address that limits and logs go by. */
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

/** Names that no resolver of the open internet answers: those set apart for own networks, and a container's bare one. */
const ownNetworkNames = /^[^.]+$|\.(local|lan|internal|home\.arpa|intranet|test)$/

/** Whether somebody far away can come there: no address of this machine or of an own network, no name for one. */
export function isPublicHost(host: string): boolean {
  if (isLoopback(host)) return false
  const literal = toLiteralAddress(host)
  if (literal !== undefined) return !isOwnAddress(literal)
  return !ownNetworkNames.test(host.toLowerCase().replace(/\.$/, ''))
}
