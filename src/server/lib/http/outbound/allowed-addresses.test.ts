import { expect, test } from 'vitest'

import {
  checkUrl,
  isAllowedAddress,
  isPublicAddress,
  type Network,
  parseNetwork,
} from './allowed-addresses.ts'
import { lookUpWithin } from './guarded-connector.ts'

const refused = `
  127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 198.18.0.1
  192.0.0.8 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
  64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1 fe80::1 fe80::1%eth0 fc00::1 fd12::1 fec0::1
  ff02::1 2001:db8::1 4000::1 100::1 localhost a.b
`
  .trim()
  .split(/\s+/)

test.each(refused)('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '93.184.216.34', '::ffff:1.1.1.1', '2606:4700::1111'])('allows %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://localhost:3000/',
  'http://a.localhost./',
  'file:///etc/passwd',
  'gopher://example.com/',
  'https://user:secret@example.com/',
  'not an address',
])('refuses the address %s in any spelling', (text) => {
  expect(checkUrl(text)).toHaveProperty('refusal')
})

test('allows exactly one origin on loopback, and no other port or scheme of it', () => {
  const own = 'http://127.0.0.1:4010'
  const reach = { allowedOrigin: own }
  expect(checkUrl(`${own}/api/v2`, reach)).toHaveProperty('url')
  expect(checkUrl('http://127.0.0.1:4011/api/v2', reach)).toHaveProperty('refusal')
  expect(checkUrl('https://127.0.0.1:4010/api/v2', reach)).toHaveProperty('refusal')
  expect(checkUrl('http://127.0.0.1.:4010@127.0.0.1:5432/', reach)).toHaveProperty('refusal')
})

test('a name that resolves to loopback is refused before anything is connected', async () => {
  const error = await new Promise((resolve) => {
    lookUpWithin([])('localhost', { all: true }, (problem) => resolve(problem))
  })
  expect(error).toMatchObject({ name: 'AddressRefused' })
})

const networks = ['10.0.0.0/8', 'fd12::/16'].map(parseNetwork).filter((one): one is Network => !!one)

test.each(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '1.1.1.1'])(
  'an allowed network allows %s',
  (address) => {
    expect(isAllowedAddress(address, networks)).toBe(true)
  },
)

test.each(['127.0.0.1', 'fec0::1', '192.168.1.1', '::1', '::a01:203', 'fd13::1', '64:ff9b::a01:203'])(
  'an allowed network does not allow %s',
  (address) => {
    expect(isAllowedAddress(address, networks)).toBe(false)
  },
)

test('every address of a name must be in an allowed network', async () => {
  const lookUp = (texts: string[]) =>
    new Promise((resolve) => {
      const allowed = texts.map(parseNetwork).filter((one): one is Network => !!one)
      lookUpWithin(allowed)('localhost', { all: true }, (problem) => resolve(problem?.name))
    })
  expect(await lookUp(['127.0.0.0/8', '::1/128'])).toBeUndefined()
  expect(await lookUp(['10.0.0.0/8'])).toBe('AddressRefused')
})
