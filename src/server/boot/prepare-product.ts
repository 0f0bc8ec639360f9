import { AppError } from '#contract/base/errors.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import type { Context } from '#server/context.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { hasServices } from '#server/modules/catalogue/services/count-services.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { type DemoCustomer, fillDemo, findDemoCustomer } from '#server/modules/operations/demo/fill-demo.ts'
import { type Imported, importEverything } from '#server/modules/operations/demo/import-everything.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'
import { prepareFirstAdmin } from '#server/modules/users/auth/first-admin.ts'

export type Prepared = {
  /** The one-time link at which the first admin is made; absent when there is one. */
  setupUrl?: string
  /** What a sandbox's first start put on the catalogue. */
  imported?: Imported
  /** Absent where there is none. */
  demo?: DemoCustomer
}

export type PrepareOptions = {
  demo: boolean
  /** Where this process's own sandbox is. */
  sandbox?: SandboxAddresses
  say: (line: string) => void
}

/**
 * What must be in the database before the first request: the first admin or the link, the sandbox and something to
 * sell from it, the demo.
 */
export async function prepareProduct(
  ctx: Context,
  { demo, sandbox, say }: PrepareOptions,
): Promise<Prepared> {
  if (demo && ctx.fence.isUp())
    throw new ConfigError('This database was restored from a backup: resume it before you fill the demo.')
  const admin = await prepareFirstAdmin(ctx)
  if (sandbox === undefined) {
    if (demo) throw new ConfigError('The demo needs the sandbox, which this process does not run.')
    return { ...admin }
  }
  const providerId = await registerSandboxProvider(ctx, sandbox.provider)
  await registerSandboxGateway(ctx, sandbox.gateway)
  // Offered once the operator turns them on.
  for (const other of sandbox.others) await registerSandboxGateway(ctx, other)
  await registerSandboxMailbox(ctx, { port: sandbox.mailbox.smtpPort, url: sandbox.mailbox.url })
  // What an import or the demo would change is as old as the archive.
  if (ctx.fence.isUp()) return { ...admin }
  const imported = await fillEmptyCatalogue(ctx, providerId)
  const customer = demo ? await fillDemo(ctx, { sandbox, providerId, say }) : await findDemoCustomer(ctx)
  return { ...admin, ...(imported && { imported }), ...(customer && { demo: customer }) }
}

/** A list that can't be imported doesn't stop the start: staff see the error when they import it by hand. */
async function fillEmptyCatalogue(ctx: Context, providerId: number): Promise<Imported | undefined> {
  if (await hasServices(ctx.db)) return undefined
  try {
    return await importEverything(ctx, providerId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.warn({ err: error }, "The sandbox's services could not be imported")
    return undefined
  }
}
