import { spawn } from 'node:child_process'

import { projectDir } from '#scripts/build-web.ts'
import type { Outcome, Way } from './run-steps.ts'

/** The time for a step to stop after the run has reached its limit. */
const graceSeconds = 15

/** Runs a script of this project or of a package with this Node, to its end or until the run's limit. */
export async function runNode(
  way: Way,
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectDir,
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      way.show?.(chunk)
    })
  const end = () => {
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000).unref()
  }
  way.signal.addEventListener('abort', end)
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(-1))
    child.on('close', resolve)
  })
  way.signal.removeEventListener('abort', end)
  return { ok: code === 0, output }
}
