import {
  choice,
  password,
  port,
  type readVariables,
  text,
  variable,
} from '#server/lib/environment/environment.ts'

import { networks, postgresUrl, publicUrl, trustedProxies } from './config-addresses.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const SECRET_MIN = 16
const secretKey = (hint: string) =>
  variable(
    (given) => (given.length >= SECRET_MIN ? given : undefined),
    `must have at least ${SECRET_MIN} characters${hint}`,
    { isSecret: true },
  )

/** All environment variables, each checked alone; config.ts combines them. */
export const variables = {
  HOST: text,
  PORT: port,
  HEALTH_PORT: port,
  PUBLIC_URL: publicUrl,
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  ALLOW_HTTP: choice(['0', '1']),
  DATA_DIR: text,
  SECRET_KEY: secretKey('; leave it unset to have one made'),
  SECRET_KEY_PREVIOUS: secretKey(''),
  SANDBOX: choice(['on', 'off']),
  SANDBOX_PROVIDER_PORT: port,
  SANDBOX_GATEWAY_PORT: port,
  SANDBOX_CATALOGUE: text,
  ADMIN_EMAIL: variable(
    (given) => (/^[^\s@]+@[^\s@]+$/.test(given) ? given : undefined),
    'must be an email address',
  ),
  ADMIN_PASSWORD: password,
  DEMO_PASSWORD: password,
  RATE_LIMITS: choice(['default', 'relaxed']),
  LOG_LEVEL: choice(logLevels),
  METRICS_TOKEN: password,
  BACKUP_PASSPHRASE: password,
  TRUST_PROXY: trustedProxies,
  ALLOW_PRIVATE_ADDRESSES: networks,
} as const

/** The address of a gateway's API. */
export const gatewayAddress = variable(
  (given) => (/^https?:\/\/./.test(given) ? given.replace(/\/+$/, '') : undefined),
  'must be an http(s) address',
)

export type Given = ReturnType<typeof readVariables<typeof variables>>
