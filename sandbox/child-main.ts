import { parseArgs } from 'node:util'

export type ChildOptions = {
  port: number
  stateDir?: string
  isSynced: boolean
  catalogueFile?: string
  catalogueSize?: number
}

/**
 * Runs one of the sandbox's servers in a separate process. Numbers and paths come from the arguments or else the
 * environment; secrets only from the environment, because all users of the machine can see arguments. A line of JSON on
 * stdout reports that it is ready. It ends when stdin closes, which also happens when the process at the other end is
 * killed, so no process is left behind.
 */
export async function runAsChild(start: (options: ChildOptions) => Promise<object>): Promise<void> {
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('error', () => process.exit(0))
  process.stdin.resume()
  // Ctrl-C in a terminal reaches every process of its group: the product still needs this one while it drains.
  process.on('SIGINT', () => {})
  try {
    process.stdout.write(JSON.stringify(await start(readOptions())) + '\n')
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

export function logToStderr(line: string): void {
  process.stderr.write(line + '\n')
}

function readOptions(): ChildOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      'state-dir': { type: 'string' },
      synced: { type: 'boolean' },
      catalogue: { type: 'string' },
      'catalogue-size': { type: 'string' },
    },
  })
  const { env } = process
  const stateDir = values['state-dir'] ?? env['SANDBOX_STATE_DIR']
  const catalogueFile = values.catalogue ?? env['SANDBOX_CATALOGUE']
  const size = values['catalogue-size'] ?? env['SANDBOX_CATALOGUE_SIZE']
  return {
    port: toWhole(values.port ?? env['SANDBOX_PORT'] ?? '0', 'port', 65_535),
    ...(stateDir && { stateDir }),
    isSynced: values.synced ?? env['SANDBOX_SYNCED'] === 'on',
    ...(catalogueFile && { catalogueFile }),
    ...(size && { catalogueSize: toWhole(size, 'catalogue-size', 100_000) }),
  }
}

function toWhole(text: string, name: string, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > max)
    throw new Error(`${name} must be a whole number up to ${max}, not "${text}"`)
  return value
}
