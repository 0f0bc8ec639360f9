import { parseArgs } from 'node:util'

import { type DiagnosticGroup, diagnosticGroups } from '#contract/operations/diagnostic-findings.ts'
import { type Diagnostics, getDiagnostics } from '#contract/operations/diagnostics.ts'
import { type Config, readConfig } from '#server/config.ts'
import { makeContext } from '#server/context.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { toProductUrl } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { findMode } from '#server/modules/audit-log/mode/settle-mode.ts'
import { runDiagnostics, runWithoutDatabase } from '#server/modules/operations/diagnostics/run-diagnostics.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import * as z from 'zod/mini'

import { withDatabase } from './with-database.ts'

const usage = 'npm run diagnose -- [--json]'
const exitCodes = { ok: 0, warning: 1, error: 2 } as const
const groups: Readonly<Record<DiagnosticGroup, string>> = {
  site: 'Site',
  machine: 'Machine',
  database: 'Database',
  jobs: 'Background work',
  providers: 'Providers',
  gateways: 'Payment gateways',
  email: 'Email',
  backup: 'Backup',
  ledger: 'Ledger',
}

/**
 * `npm run diagnose`: the list of System Status, with or without a running product. Exit code 0 if all is well, 1 with
 * warnings, 2 with errors. Changes nothing.
 */
try {
  const isJson = readArguments()
  const diagnostics = await diagnose(readConfig(process.env))
  console.log(isJson ? toJson(diagnostics) : toText(diagnostics))
  process.exitCode = exitCodes[diagnostics.level]
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = exitCodes.error
} finally {
  await closeOutboundPools()
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values.json
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nUsage: ${usage}`, { cause: error })
  }
}

async function diagnose(config: Config): Promise<Diagnostics> {
  try {
    return await withDatabase(config, (url) => onDatabase(config, config.databaseUrl ?? toProductUrl(url)))
  } catch (error) {
    const secrets = makeSecrets(config.secretKey, config.secretKeyPrevious)
    return runWithoutDatabase({ config, secrets, clock: () => new Date() }, error)
  }
}

/** With the privileges of a running product. */
async function onDatabase(config: Config, databaseUrl: string): Promise<Diagnostics> {
  const pool = makePool({ url: databaseUrl, max: 5, applicationName: 'tally-and-reach diagnose' })
  try {
    const sandbox = (await findMode(pool)) === 'sandbox'
    const databaseDirectUrl = config.databaseDirectUrl ?? databaseUrl
    const log = makeLog('silent')
    const ctx = await makeContext({
      config: { ...config, databaseUrl, databaseDirectUrl, sandbox },
      pool,
      log,
    })
    return await runDiagnostics(ctx).finally(() => ctx.close())
  } finally {
    await pool.end()
  }
}

/** In the format of `GET /api/admin/diagnostics`. */
function toJson(diagnostics: Diagnostics): string {
  return JSON.stringify(z.encode(getDiagnostics.answer.schema, { success: true, ...diagnostics }), null, 2)
}

function toText({ lines, level }: Diagnostics): string {
  const shown = diagnosticGroups.flatMap((group) => {
    const own = lines.filter((line) => line.group === group)
    if (own.length === 0) return []
    return [
      groups[group],
      ...own.flatMap(({ level: one, sentence, advice }) => [
        `  ${one.padEnd(8)} ${sentence}`,
        ...(advice === null ? [] : [`  ${' '.repeat(8)} → ${advice}`]),
      ]),
      '',
    ]
  })
  const count = (wanted: typeof level) => lines.filter((line) => line.level === wanted).length
  return [...shown, `Errors: ${count('error')}, warnings: ${count('warning')}, ok: ${count('ok')}.`].join(
    '\n',
  )
}
