import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { isLoopback } from '#server/boot/config-addresses.ts'
import { refuseUnsafe } from '#server/boot/refuse-unsafe.ts'
import { makeSecretKey, findSecretKey } from '#server/boot/stored-secret-key.ts'
import { readGatewayVariables, type GatewayConfig } from '#server/boot/gateway-variables.ts'
import { type Given, type LogLevel, variables } from '#server/boot/variables.ts'
import { ConfigError, type Environment, readVariables } from '#server/lib/environment/environment.ts'
import type { Network } from '#server/lib/http/outbound/allowed-addresses.ts'

/** The configuration, read once at the start. Nothing else reads the environment. */
export type Config = {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  /** If false, the next free port may be used. */
  readonly portIsGiven: boolean
  /** The browser's origin, without a slash at the end. */
  readonly publicUrl: string
  readonly publicUrlIsGiven: boolean
  /** Undefined: the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl?: string
  /** For LISTEN; differs from `databaseUrl` behind a pooler. */
  readonly databaseDirectUrl?: string
  /** For migrations, grants and commands: with the owner's role. */
  readonly databaseOwnerUrl?: string
  readonly dataDir: string
  /** Signs tokens and encrypts stored keys. */
  readonly secretKey: string
  /** Set if the key was generated: where it is stored if the database is new (prove-secret-key.ts). */
  readonly secretKeyFile?: string
  /** Also decrypts and verifies. */
  readonly secretKeyPrevious?: string
  /** At the start what the environment asks for; from then on whether the database is in sandbox mode (settle-mode.ts). */
  readonly sandbox: boolean
  readonly sandboxIsGiven: boolean
  readonly sandboxProviderPort?: number
  readonly sandboxGatewayPort?: number
  readonly sandboxCatalogueFile?: string
  readonly admin?: { readonly email: string; readonly password: string }
  readonly demoPassword?: string
  readonly rateLimits: 'default' | 'relaxed'
  readonly logLevel: LogLevel
  /** For a worker's `/readyz` and `/metrics`. */
  readonly healthPort: number
  readonly healthPortIsGiven: boolean
  /** Gives access to `/metrics`; without one, only this machine has access. */
  readonly metricsToken?: string
  /** Seals backups, and opens them. */
  readonly backupPassphrase?: string
  /** Fastify's `trustProxy`: number of hops, or addresses and ranges. */
  readonly trustProxy: boolean | number | string[]
  /** By the gateway's id. */
  readonly gateways: Readonly<Record<string, GatewayConfig>>
  /** Private networks where providers and gateways may be. */
  readonly allowedNetworks: readonly Network[]
}

/** Reads all variables. Creates DATA_DIR, and generates a SECRET_KEY if there is none. */
export function readConfig(env: Environment): Config {
  const given = readVariables(variables, env)
  const host = given.HOST ?? '127.0.0.1'
  const url = given.PUBLIC_URL ?? localUrl(given.PORT ?? 3000)
  const rateLimits = given.RATE_LIMITS ?? 'default'
  if (rateLimits === 'relaxed' && !(isLoopback(host) && isLoopback(new URL(url).hostname)))
    throw new ConfigError('RATE_LIMITS=relaxed works only while HOST and PUBLIC_URL are loopback addresses.')

  refuseUnsafe(given, new URL(url))
  const gateways = readGatewayVariables(env)
  const hasOwnGateway = Object.values(gateways).some(({ fields }) => fields !== undefined)
  const database = databaseUrls(given)
  const admin = firstAdmin(given)
  const dataDir = resolve(given.DATA_DIR ?? 'data')
  return {
    host,
    port: given.PORT ?? 3000,
    portIsGiven: given.PORT !== undefined,
    publicUrl: url,
    publicUrlIsGiven: given.PUBLIC_URL !== undefined,
    ...database,
    dataDir,
    ...secretKeys(given, dataDir),
    sandbox: given.SANDBOX ? given.SANDBOX === 'on' : isLoopback(new URL(url).hostname) && !hasOwnGateway,
    sandboxIsGiven: given.SANDBOX !== undefined,
    ...optional('sandboxProviderPort', given.SANDBOX_PROVIDER_PORT),
    ...optional('sandboxGatewayPort', given.SANDBOX_GATEWAY_PORT),
    ...optional('sandboxCatalogueFile', catalogueFile(given)),
    ...optional('admin', admin),
    ...optional('demoPassword', given.DEMO_PASSWORD),
    rateLimits,
    logLevel: given.LOG_LEVEL ?? 'info',
    healthPort: given.HEALTH_PORT ?? 3001,
    healthPortIsGiven: given.HEALTH_PORT !== undefined,
    ...optional('metricsToken', given.METRICS_TOKEN),
    ...optional('backupPassphrase', given.BACKUP_PASSPHRASE),
    trustProxy: given.TRUST_PROXY ?? false,
    gateways,
    allowedNetworks: given.ALLOW_PRIVATE_ADDRESSES ?? [],
  }
}

/** The config with the actual port, also in PUBLIC_URL if that is a default. */
export function withPort<Given extends Config>(config: Given, taken: number): Given {
  return { ...config, port: taken, publicUrl: config.publicUrlIsGiven ? config.publicUrl : localUrl(taken) }
}

function localUrl(portNumber: number) {
  return `http://127.0.0.1:${portNumber}`
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  // A computed key widens to an index signature, but it is the key of the return type.
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
}

type DatabaseUrls = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl'>

function databaseUrls(given: Given): DatabaseUrls {
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: direct } = given
  if (!databaseUrl && direct)
    throw new ConfigError('DATABASE_DIRECT_URL is set, so DATABASE_URL must be set as well.')
  if (!databaseUrl) return {}
  const databaseOwnerUrl = direct ?? databaseUrl
  // Only the role differs: there is no pooler, so the product uses its own role to LISTEN.
  const databaseDirectUrl =
    withoutRole(databaseOwnerUrl) === withoutRole(databaseUrl) ? databaseUrl : databaseOwnerUrl
  return { databaseUrl, databaseDirectUrl, databaseOwnerUrl }
}

function withoutRole(url: string): string {
  return url.replace(/^postgres(ql)?:\/\/([^@/]*@)?/, '')
}

function firstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: secret }: Given): Config['admin'] {
  if (!email && !secret) return undefined
  if (!email || !secret)
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together; one of them is missing.')
  return { email, password: secret }
}

function catalogueFile({ SANDBOX_CATALOGUE: named }: Given) {
  if (named === undefined) return undefined
  const file = resolve(named)
  if (!existsSync(file)) throw new ConfigError(`SANDBOX_CATALOGUE names ${file}, which does not exist.`)
  return file
}

type SecretKeys = Pick<Config, 'secretKey' | 'secretKeyFile' | 'secretKeyPrevious'>

function secretKeys(given: Given, dataDir: string): SecretKeys {
  const previous = optional('secretKeyPrevious', given.SECRET_KEY_PREVIOUS)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const file = join(dataDir, 'secret-key')
    const key = given.SECRET_KEY ?? findSecretKey(file)
    return key === undefined
      ? { secretKey: makeSecretKey(), secretKeyFile: file, ...previous }
      : { secretKey: key, ...previous }
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, { cause: error })
  }
}
