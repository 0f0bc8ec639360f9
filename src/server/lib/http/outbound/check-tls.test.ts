import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { afterEach, expect, onTestFinished, test } from 'vitest'

import { makeCertificate } from '#test/make-certificate.ts'

import { parseNetwork } from './allowed-addresses.ts'
import { testTls, readCertificate } from './check-tls.ts'

const known = getCACertificates('default')
afterEach(() => setDefaultCACertificates(known))

const loopback = parseNetwork('127.0.0.0/8')
const reach = { allowedNetworks: loopback === undefined ? [] : [loopback] }

/** A server at https://127.0.0.1 whose certificate is trusted by default. */
async function serve(own: { address?: string; days?: number; isKnown?: boolean } = {}): Promise<string> {
  const { address = '127.0.0.1', days = 90, isKnown = true } = own
  const { cert, key } = makeCertificate({ address, days })
  if (isKnown) setDefaultCACertificates([...known, cert])
  const server = createServer({ cert, key }, (_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // A server that listens on TCP has an AddressInfo.
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`
}

const find = (url: string) => testTls(url, reach, new Date())

test('a valid certificate is good, with its remaining days', async () => {
  expect(await find(await serve())).toEqual([
    { code: 'tls_good', details: { days: 89, protocol: 'TLSv1.3' } },
  ])
})

test('one that expires in less than two weeks is a warning', async () => {
  expect(await find(await serve({ days: 10 }))).toMatchObject([
    { code: 'tls_ends_soon', details: { days: 9 } },
  ])
})

test.each([
  [{ days: -1 }, 'certificate_expired'],
  [{ address: '127.0.0.2' }, 'certificate_other_name'],
  [{ isKnown: false }, 'certificate_self_signed'],
])('one with %j is refused, with the reason', async (own, code) => {
  expect(await find(await serve(own))).toEqual([
    { code: 'tls_refused', details: { fault: { code, details: {} } } },
  ])
})

test('plain http is a warning, but not to a server of our own', async () => {
  expect(await find('http://93.184.215.14/api')).toEqual([{ code: 'not_encrypted' }])
  const own = { allowedOrigin: 'http://127.0.0.1:4001' }
  expect(await testTls('http://127.0.0.1:4001/api/v2', own, new Date())).toEqual([])
})

test('an address that may not be called is not checked', async () => {
  const url = await serve()
  expect(await readCertificate(url, {}, new Date())).toEqual({ kind: 'not_seen' })
  expect(await readCertificate('https://127.0.0.1:1/', reach, new Date())).toEqual({ kind: 'not_seen' })
})
