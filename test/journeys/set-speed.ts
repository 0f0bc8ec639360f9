import type { SandboxFacts } from './journey.ts'

/** The delivery speed of the sandbox's provider: at 0 nothing moves. A journey that changes it restores 1. */
export async function setSpeed({ provider }: SandboxFacts, factor: number): Promise<void> {
  const response = await fetch(`${provider.url}/sandbox/speed`, {
    method: 'POST',
    body: JSON.stringify({ factor }),
  })
  if (!response.ok) throw new Error(await response.text())
}
