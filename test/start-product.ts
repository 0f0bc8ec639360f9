import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type ProductProcess = {
  url: string
  pid: number
  /** The peak memory of the process so far. */
  peakBytes(): Promise<number>
  /** The longest turn of its event loop since the last call, in milliseconds of CPU. */
  longestTurnMs(): Promise<number>
  /** How much slower this machine is now than the one on which limits were measured. */
  slowness(): Promise<number>
  kill(): Promise<void>
}

type Told = { peakBytes: number; longestTurnMs: number; slowness: number }

/** Starts the product in a separate process; `kill` is kill -9. */
export async function startProduct(
  part: 'web' | 'all',
  env: { DATABASE_URL: string; DATA_DIR: string; SECRET_KEY: string; [other: string]: string },
): Promise<ProductProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'product-process.ts'), part], {
    env: { ...process.env, SANDBOX: 'off', RATE_LIMITS: 'relaxed', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const line = await Promise.race([once(child.stdout, 'data'), exited])
  if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
  const { url } = JSON.parse(String(line[0])) as { url: string } // written by product-process.ts
  const ask = async (told: string): Promise<Told> => {
    child.stdin.write(`${told}\n`)
    const [answer] = await once(child.stdout, 'data')
    return JSON.parse(String(answer)) as Told // written by product-process.ts
  }
  return {
    url,
    pid: child.pid ?? 0,
    peakBytes: async () => (await ask('')).peakBytes,
    longestTurnMs: async () => (await ask('')).longestTurnMs,
    slowness: async () => (await ask('slowness')).slowness,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
