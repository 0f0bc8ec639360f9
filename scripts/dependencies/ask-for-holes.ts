import { spawn } from 'node:child_process'

import { projectDir } from '#scripts/build-web.ts'

export type Holes = { isAsked: false; why: string } | { isAsked: true; holes: string[] }

const LIMIT_MS = 60_000

/**
 * The known vulnerabilities of these versions. A registry that does not respond, or responds with something else, is
 * not a fault of the packages.
 */
export async function askForHoles(): Promise<Holes> {
  const isWindows = process.platform === 'win32'
  const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: isWindows,
    timeout: LIMIT_MS,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const failed = await new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(undefined))
  })
  return failed === undefined ? readAudit(output) : { isAsked: false, why: failed }
}

type Vulnerability = { severity: string; range: string; via: (string | { title: string; url: string })[] }

/** From npm's report; each vulnerability once, at the package that has it. */
export function readAudit(output: string): Holes {
  const report = toReport(output)
  if (report?.vulnerabilities === undefined || report.auditReportVersion === undefined)
    return { isAsked: false, why: report?.message ?? 'the registry does not answer' }
  const holes = Object.entries(report.vulnerabilities).flatMap(([name, { severity, range, via }]) =>
    via.flatMap((hole) =>
      typeof hole === 'string' ? [] : [`${name} ${range}: ${hole.title} (${severity}) ${hole.url}`],
    ),
  )
  return { isAsked: true, holes }
}

type Report = {
  auditReportVersion?: number
  vulnerabilities?: Record<string, Vulnerability>
  message?: string
}

function toReport(output: string): Report | undefined {
  try {
    return JSON.parse(output) as Report // npm's own format; each member is checked for
  } catch {
    return undefined
  }
}
