import type { SandboxFacts } from './journey.ts'

/** How fast the sandbox's provider delivers: at 0 nothing moves by itself. Whoever changes it brings it back to 1. */
export async function setSpeed({ provider }: SandboxFacts, factor: number): Promise<void> {
  const response = await fetch(`${provider.url}/sandbox/speed`, {
    method: 'POST',
    body: JSON.stringify({ factor }),
  })
  if (!response.ok) throw new Error(await response.text())
}
