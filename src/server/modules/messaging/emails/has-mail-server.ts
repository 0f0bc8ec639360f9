import type { Context } from '#server/context.ts'

import { findSandboxMailbox } from './emails-queries.ts'

/** Whether anything takes letters: the operator's server, or the sandbox. */
export async function hasMailServer({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<boolean> {
  return (await settings.read()).mail !== null || (await findSandboxMailbox(db)) !== undefined
}
