import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const bootstrap = join(import.meta.dirname, '../../scripts/bootstrap.mjs')

/** A command of the product, run like by its operator, with its whole output. `code` is null if it was killed. */
export async function runCommand(
  env: Record<string, string>,
  name: string,
  args: readonly string[] = [],
  { killAfterMs }: { killAfterMs?: number } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [bootstrap, name, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code] = (await once(child, 'exit')) as [number | null] // of a child process
  clearTimeout(timer)
  return { code, said }
}
