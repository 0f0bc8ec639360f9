import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Context } from '#server/context.ts'
import type { DispatchLimits } from '#server/modules/orders/dispatch/dispatch-orders.ts'

export type SleepingDispatcher = {
  /** Continues it where it was suspended, to its end. */
  wake(): Promise<void>
}

/**
 * Resolves once test/sleeping-dispatcher.ts has claimed what is due, is connected to the provider, and is suspended.
 */
export async function startSleepingDispatcher(
  { config }: Pick<Context, 'config'>,
  limits: DispatchLimits,
): Promise<SleepingDispatcher> {
  const { databaseUrl = '', dataDir, secretKey } = config
  const script = join(import.meta.dirname, 'sleeping-dispatcher.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(limits)], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      SANDBOX: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  if (child.exitCode !== null) throw new Error(`the dispatcher ended with ${child.exitCode}`)
  return {
    async wake() {
      child.kill('SIGCONT')
      await exited
    },
  }
}
