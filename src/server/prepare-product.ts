import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import { prepareFirstAdmin } from '#server/auth/first-admin.ts'
import { type DemoCustomer, fillDemo } from '#server/demo/fill-demo.ts'
import {
  registerSandboxGateway,
  retireSandboxGateway,
} from '#server/payments/gateways/register-sandbox-gateway.ts'
import {
  registerSandboxProvider,
  retireSandboxProvider,
} from '#server/providers/register-sandbox-provider.ts'

import type { Context } from './context.ts'
import { ConfigError } from './environment.ts'

export type Prepared = {
  /** The one-time link at which the first admin is made; absent when there is one. */
  setupUrl?: string
  demo?: DemoCustomer
}

/** What must be in the database before the first request: the first admin or the link, the sandbox, the demo. */
export async function prepareProduct(
  ctx: Context,
  { demo, sandbox }: { demo: boolean; sandbox?: SandboxAddresses },
): Promise<Prepared> {
  const admin = await prepareFirstAdmin(ctx)
  if (sandbox !== undefined) {
    await registerSandboxProvider(ctx, sandbox.provider)
    await registerSandboxGateway(ctx, sandbox.gateway)
  } else if (!ctx.config.sandbox) {
    await retireSandboxProvider(ctx)
    await retireSandboxGateway(ctx)
  }
  if (demo && sandbox === undefined)
    throw new ConfigError('The demo lives in the sandbox: start it with SANDBOX=on.')
  const customer = demo && sandbox !== undefined ? await fillDemo(ctx, sandbox, report) : undefined
  return { ...admin, ...(customer && { demo: customer }) }
}

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}
