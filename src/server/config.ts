import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Network } from '#server/integrations/public-address.ts'

import { allowedNetworks, isLoopback, postgresUrl, publicUrl, trustedProxies } from './config-addresses.ts'
import { choice, ConfigError, type Environment, password, port, text } from './environment.ts'
import { drawSecretKey, findSecretKey } from './kept-secret-key.ts'

/** What this process was asked to be. Made once at the start; nothing else reads the environment. */
export type Config = {
  readonly host: string
  /** 0 asks for any free port. */
  readonly port: number
  /** When false, the port may move to the next free one. */
  readonly portIsGiven: boolean
  /** The browser's origin, without a slash at the end. */
  readonly publicUrl: string
  readonly publicUrlIsGiven: boolean
  /** Undefined: the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl?: string
  /** For listening, migrations and jobs; differs from `databaseUrl` behind a pooler. */
  readonly databaseDirectUrl?: string
  readonly dataDir: string
  /** Signs tokens and encrypts stored keys. */
  readonly secretKey: string
  /** The key was drawn for this start, and is kept there if the database knows of none (prove-secret-key.ts). */
  readonly secretKeyFile?: string
  /** What was sealed or signed with the key before is understood too. */
  readonly secretKeyPrevious?: string
  /** As far as the environment can say; a provider in the database can turn an unasked-for sandbox off. */
  readonly sandbox: boolean
  readonly sandboxIsGiven: boolean
  readonly sandboxProviderPort?: number
  readonly sandboxGatewayPort?: number
  readonly sandboxCatalogueFile?: string
  readonly admin?: { readonly email: string; readonly password: string }
  readonly demoPassword?: string
  readonly rateLimits: 'default' | 'relaxed'
  readonly logLevel: LogLevel
  /** Of a worker's own `/readyz` and `/metrics`. */
  readonly healthPort: number
  readonly healthPortIsGiven: boolean
  /** Opens `/metrics` to whoever has it; without one, only this machine may ask. */
  readonly metricsToken?: string
  /** As fastify's `trustProxy` takes it: hops, or addresses and ranges. */
  readonly trustProxy: boolean | number | string[]
  readonly cryptomus?: { readonly merchant: string; readonly key: string; readonly url: string }
  /** Networks off the open internet in which providers and gateways may lie. */
  readonly allowedNetworks: readonly Network[]
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Reads every variable of the product. Makes DATA_DIR, and draws a SECRET_KEY where none is given or kept there. */
export function readConfig(env: Environment): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const givenPort = port(env, 'PORT')
  const givenHealthPort = port(env, 'HEALTH_PORT')
  const givenUrl = publicUrl(env)
  const url = givenUrl ?? localUrl(givenPort ?? 3000)
  const sandbox = choice(env, 'SANDBOX', ['on', 'off'])
  const rateLimits = choice(env, 'RATE_LIMITS', ['default', 'relaxed']) ?? 'default'
  if (rateLimits === 'relaxed' && !(isLoopback(host) && isLoopback(new URL(url).hostname)))
    throw new ConfigError('RATE_LIMITS=relaxed works only while HOST and PUBLIC_URL are loopback addresses.')

  const cryptomus = gateway(env)
  const database = databaseUrls(env)
  const admin = firstAdmin(env)
  const dataDir = resolve(text(env, 'DATA_DIR') ?? 'data')
  return {
    host,
    port: givenPort ?? 3000,
    portIsGiven: givenPort !== undefined,
    publicUrl: url,
    publicUrlIsGiven: givenUrl !== undefined,
    ...database,
    dataDir,
    ...secretKeys(env, dataDir),
    sandbox: sandbox ? sandbox === 'on' : isLoopback(new URL(url).hostname) && !cryptomus,
    sandboxIsGiven: sandbox !== undefined,
    ...optional('sandboxProviderPort', port(env, 'SANDBOX_PROVIDER_PORT')),
    ...optional('sandboxGatewayPort', port(env, 'SANDBOX_GATEWAY_PORT')),
    ...optional('sandboxCatalogueFile', catalogueFile(env)),
    ...optional('admin', admin),
    ...optional('demoPassword', password(env, 'DEMO_PASSWORD')),
    rateLimits,
    logLevel: choice(env, 'LOG_LEVEL', logLevels) ?? 'info',
    healthPort: givenHealthPort ?? 3001,
    healthPortIsGiven: givenHealthPort !== undefined,
    ...optional('metricsToken', password(env, 'METRICS_TOKEN')),
    trustProxy: trustedProxies(env),
    ...optional('cryptomus', cryptomus),
    allowedNetworks: allowedNetworks(env),
  }
}

/** The same config on the port that was really taken; an address nobody chose follows it. */
export function withPort<Given extends Config>(config: Given, taken: number): Given {
  return { ...config, port: taken, publicUrl: config.publicUrlIsGiven ? config.publicUrl : localUrl(taken) }
}

function localUrl(portNumber: number) {
  return `http://127.0.0.1:${portNumber}`
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  // The computed key widens to an index signature; it is the one key of the return type.
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
}

function databaseUrls(env: Environment): Pick<Config, 'databaseUrl' | 'databaseDirectUrl'> {
  const databaseUrl = postgresUrl(env, 'DATABASE_URL')
  const direct = postgresUrl(env, 'DATABASE_DIRECT_URL')
  if (!databaseUrl && direct)
    throw new ConfigError('DATABASE_DIRECT_URL is set, so DATABASE_URL must be set as well.')
  return databaseUrl ? { databaseUrl, databaseDirectUrl: direct ?? databaseUrl } : {}
}

function gateway(env: Environment): Config['cryptomus'] {
  const merchant = text(env, 'CRYPTOMUS_MERCHANT')
  const key = text(env, 'CRYPTOMUS_KEY')
  const url = text(env, 'CRYPTOMUS_URL') ?? 'https://api.cryptomus.com'
  if (!merchant && !key) return undefined
  if (!merchant || !key)
    throw new ConfigError('CRYPTOMUS_MERCHANT and CRYPTOMUS_KEY belong together; one of them is missing.')
  if (!/^https?:\/\/./.test(url))
    throw new ConfigError(`CRYPTOMUS_URL must be an http(s) address; it is "${url}".`)
  return { merchant, key, url: url.replace(/\/+$/, '') }
}

function firstAdmin(env: Environment): Config['admin'] {
  const email = text(env, 'ADMIN_EMAIL')
  const secret = password(env, 'ADMIN_PASSWORD')
  if (!email && !secret) return undefined
  if (!email || !secret)
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD belong together; one of them is missing.')
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError(`ADMIN_EMAIL must be an email address; it is "${email}".`)
  return { email, password: secret }
}

function catalogueFile(env: Environment) {
  const value = text(env, 'SANDBOX_CATALOGUE')
  if (value === undefined) return undefined
  const file = resolve(value)
  if (!existsSync(file)) throw new ConfigError(`SANDBOX_CATALOGUE names ${file}, which does not exist.`)
  return file
}

type SecretKeys = Pick<Config, 'secretKey' | 'secretKeyFile' | 'secretKeyPrevious'>

function secretKeys(env: Environment, dataDir: string): SecretKeys {
  const previous = optional('secretKeyPrevious', givenKey(env, 'SECRET_KEY_PREVIOUS'))
  const given = givenKey(env, 'SECRET_KEY')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const file = join(dataDir, 'secret-key')
    const secretKey = given ?? findSecretKey(file)
    return secretKey === undefined
      ? { secretKey: drawSecretKey(), secretKeyFile: file, ...previous }
      : { secretKey, ...previous }
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

function givenKey(env: Environment, name: 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS') {
  const given = text(env, name)
  if (given !== undefined && given.length < 16)
    throw new ConfigError(
      `${name} must have at least 16 characters${name === 'SECRET_KEY' ? '; leave it unset to have one made' : ''}.`,
    )
  return given
}
