import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'

import type { Context } from './context.ts'

export type Prepared = {
  /** The one-time link at which the first admin is made; absent when there is one. */
  setupUrl?: string
  demo?: { email: string; password: string }
}

/** What must be in the database before the first request: the first admin or the link, the sandbox, the demo. */
export async function prepareProduct(
  _ctx: Context,
  _options: { demo: boolean; sandbox?: SandboxAddresses },
): Promise<Prepared> {
  return {}
}
