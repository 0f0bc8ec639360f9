import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isLoopback } from '#server/boot/config-addresses.ts'
import { readConfig, withPort } from './config.ts'
import { ConfigError, type Environment } from '#server/lib/environment/environment.ts'
import { makeSecretKey, findSecretKey, storeSecretKey } from '#server/boot/stored-secret-key.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const read = (env: Environment) => readConfig({ DATA_DIR: dataDir, ...env })

describe('readConfig', () => {
  test('defaults to loopback with the sandbox on and the embedded database', () => {
    const config = read({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      sandbox: true,
    })
    expect(config.databaseUrl).toBeUndefined()
  })

  test('generates a secret key without storing it: the first process on a database does that', () => {
    const drawn = read({})
    expect(drawn.secretKey).toHaveLength(43)
    expect(drawn.secretKeyFile).toBe(join(dataDir, 'secret-key'))
    expect(read({}).secretKey).not.toBe(drawn.secretKey)
    expect(readdirSync(dataDir)).toEqual([])
    expect(read({ SECRET_KEY: 'a key of my own choice' }).secretKey).toBe('a key of my own choice')
    expect(read({ SECRET_KEY: 'a key of my own choice' }).secretKeyFile).toBeUndefined()
    expect(() => read({ SECRET_KEY_PREVIOUS: 'short' })).toThrow(
      'SECRET_KEY_PREVIOUS must have at least 16 characters.',
    )
  })

  test('uses the stored secret key, which only its owner can read', () => {
    const own = mkdtempSync(join(dataDir, 'kept-'))
    const file = join(own, 'secret-key')
    expect(storeSecretKey(file, makeSecretKey())).toBe(storeSecretKey(file, makeSecretKey()))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(own)).toEqual(['secret-key'])
    const config = readConfig({ DATA_DIR: own })
    expect([config.secretKey, config.secretKeyFile]).toEqual([findSecretKey(file), undefined])
  })

  test('treats an empty variable as an absent one', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', SANDBOX: '' })).toMatchObject({
      portIsGiven: false,
      sandbox: true,
    })
  })

  test('turns the sandbox off with a public URL or a real gateway, unless it is set explicitly', () => {
    const gateway = { CRYPTOMUS_MERCHANT: 'm', CRYPTOMUS_KEY: 'k' }
    expect(read({ PUBLIC_URL: 'https://panel.example.com' }).sandbox).toBe(false)
    expect(read(gateway).sandbox).toBe(false)
    expect(read({ ...gateway, SANDBOX: 'on' }).sandbox).toBe(true)
    expect(read({ SANDBOX: 'off' }).sandbox).toBe(false)
  })

  test("a gateway's account may omit optional fields, and has its server's address if that is a field", () => {
    const { gateways } = read({
      PAYEER_SHOP: '1',
      PAYEER_KEY: 'k',
      BTCPAY_URL: 'https://pay.example.com',
      BTCPAY_STORE: 's',
      BTCPAY_KEY: 'k',
      BTCPAY_WEBHOOK_SECRET: 'w',
    })
    const fields = { shop: '1', key: 'k', account: '', api_id: '', api_pass: '' }
    expect(gateways['payeer']).toEqual({ url: 'https://payeer.com', fields })
    expect(gateways['btcpay']?.fields?.['url']).toBe('https://pay.example.com')
    expect(gateways['stripe']).toEqual({ url: 'https://api.stripe.com' })
  })

  test('listens and migrates on the direct address, which is the plain one without a pooler', () => {
    expect(read({ DATABASE_URL: 'postgres://a/b' }).databaseDirectUrl).toBe('postgres://a/b')
    const [pooler, owner] = ['postgres://app:x@a:6432/b', 'postgres://owner:y@a/b']
    expect(read({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: owner })).toMatchObject({
      databaseUrl: pooler,
      databaseDirectUrl: owner,
      databaseOwnerUrl: owner,
    })
  })

  test('listens with the product’s role when the direct address only names the owner', () => {
    const [app, owner] = [
      'postgresql://app:x@a:5432/b?sslmode=require',
      'postgres://owner@a:5432/b?sslmode=require',
    ]
    expect(read({ DATABASE_URL: app, DATABASE_DIRECT_URL: owner })).toMatchObject({
      databaseUrl: app,
      databaseDirectUrl: app,
      databaseOwnerUrl: owner,
    })
  })

  test('allows no addresses off the open internet unless their network is listed', () => {
    expect(read({}).allowedNetworks).toEqual([])
    const { allowedNetworks } = read({ ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/8, fd12::/16' })
    expect(allowedNetworks.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '10.0.0.0/8',
      'fd12::/16',
    ])
  })

  test.for<[Environment, RegExp]>([
    [{ PORT: '70000' }, /PORT must be/],
    [{ PORT: '3000x' }, /PORT must be/],
    [{ PUBLIC_URL: 'panel.example.com' }, /PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'https://panel.example.com/app' }, /PUBLIC_URL must be/],
    [{ DATABASE_URL: 'mysql://root@localhost/x' }, /DATABASE_URL must look like/],
    [{ DATABASE_DIRECT_URL: 'postgres://a/b' }, /DATABASE_URL must be set/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY must have/],
    [{ SANDBOX: 'maybe' }, /SANDBOX must be one of on, off/],
    [{ SANDBOX_CATALOGUE: '/nowhere/at/all.json' }, /does not exist/],
    [{ ADMIN_EMAIL: 'a@example.com' }, /must be set together/],
    [{ ADMIN_EMAIL: 'a', ADMIN_PASSWORD: 'long enough' }, /ADMIN_EMAIL must be/],
    [{ CRYPTOMUS_KEY: 'k' }, /must be set together/],
    [{ PAYEER_SHOP: '1', PAYEER_API_ID: '7' }, /^PAYEER_SHOP and PAYEER_KEY must be set together/],
    [{ BTCPAY_URL: 'https://pay.example.com' }, /must be set together/],
    [{ RATE_LIMITS: 'relaxed', HOST: '0.0.0.0' }, /only while HOST/],
    [{ RATE_LIMITS: 'relaxed', PUBLIC_URL: 'https://panel.example.com' }, /only while HOST/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be/],
    [{ TRUST_PROXY: 'nginx' }, /TRUST_PROXY must be/],
    [{ TRUST_PROXY: 'on' }, /TRUST_PROXY must be off, a number/],
    [{ ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/8,localhost' }, /ALLOW_PRIVATE_ADDRESSES must be/],
    [{ ALLOW_PRIVATE_ADDRESSES: '10.0.0.1' }, /ALLOW_PRIVATE_ADDRESSES must be/],
    [{ ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/33' }, /ALLOW_PRIVATE_ADDRESSES must be/],
    [{ ALLOW_HTTP: 'yes' }, /ALLOW_HTTP must be one of 0, 1/],
  ])('refuses %j with a sentence', ([env, sentence]) => {
    expect(() => read(env)).toThrow(sentence)
  })

  test('refuses a guessable key, and accepts one that is to be replaced', () => {
    expect(() => read({ SECRET_KEY: 'changemechangeme' })).toThrow(
      new ConfigError(
        'SECRET_KEY can be guessed, and anyone who does can sign in as any user. Make one with "openssl rand -base64 32", and set SECRET_KEY_PREVIOUS to the old one if it was in use.',
      ),
    )
    expect(read({ SECRET_KEY_PREVIOUS: 'changemechangeme' }).secretKeyPrevious).toBe('changemechangeme')
  })

  test('refuses a public http URL, unless it is allowed explicitly', () => {
    for (const url of ['http://panel.example.com', 'http://203.0.113.7:8080', 'http://[2606:4700::1]']) {
      const { host } = new URL(url)
      expect(() => read({ PUBLIC_URL: url }), url).toThrow(
        new ConfigError(
          `PUBLIC_URL is ${url}: over HTTP anyone on the network can read passwords and tokens. Put a proxy with a certificate in front and set PUBLIC_URL to https://${host}, or set ALLOW_HTTP=1 to run it anyway.`,
        ),
      )
      expect(read({ PUBLIC_URL: url, ALLOW_HTTP: '1' }).publicUrl).toBe(url)
    }
    for (const url of [
      'http://10.1.2.3',
      'http://[fd12::1]',
      'http://panel.local',
      'http://127.0.0.1:3000',
      'http://localhost',
      'http://panel:3000',
      'https://panel.example.com',
    ])
      expect(read({ PUBLIC_URL: url }).publicUrl).toBe(url)
  })

  test('refuses a public sandbox, but not one in a private network', () => {
    expect(() => read({ SANDBOX: 'on', PUBLIC_URL: 'https://panel.example.com' })).toThrow(
      /^SANDBOX=on, but PUBLIC_URL is https:\/\/panel\.example\.com: anyone could pay there with sandbox money\./,
    )
    expect(read({ SANDBOX: 'on', PUBLIC_URL: 'http://10.1.2.3' }).sandbox).toBe(true)
    expect(read({ PUBLIC_URL: 'https://panel.example.com' }).sandbox).toBe(false)
  })

  test('does not repeat the password of a database address that it refuses', () => {
    expect(() => read({ DATABASE_URL: 'mysql://root:hunter22@localhost/x' })).not.toThrow(/hunter22/)
  })
})

test('a default public URL follows the port that was taken', () => {
  expect(withPort(read({}), 3004).publicUrl).toBe('http://127.0.0.1:3004')
  expect(withPort(read({ PUBLIC_URL: 'http://localhost' }), 3004).publicUrl).toBe('http://localhost')
})

test('tells loopback names from others that look like them', () => {
  for (const host of ['127.0.0.1', '127.8.0.1', 'localhost', '[::1]', '::1', 'panel.localhost'])
    expect(isLoopback(host), host).toBe(true)
  for (const host of ['127.example.com', '0.0.0.0', 'localhost.example.com', '10.0.0.1'])
    expect(isLoopback(host), host).toBe(false)
})
