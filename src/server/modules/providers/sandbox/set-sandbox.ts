import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money, toDecimal } from '#contract/base/money.ts'
import type { Sandbox, setSandbox as endpoint } from '#contract/providers/sandbox.ts'
import type { Context } from '#server/context.ts'
import { callControls, type ControlCall, readControls } from '#server/integrations/control-sandbox.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { findAccountRow } from '#server/modules/providers/providers-queries.ts'

/** The initial balance, also restored after it was set to nearly nothing. */
const BALANCE_AT_FIRST = money(10_000_000_000_000n)
const BALANCE_POOR = money(1_000_000_000n)

/** Undefined when it does not respond. Throws `provider_not_found` for any other provider. */
export async function findSandbox(ctx: Context, id: number): Promise<Sandbox | undefined> {
  const controls = await readControls(await getOrigin(ctx, id))
  if (controls === undefined) return undefined
  const { speed, pricePercent, balance, faults } = controls
  return {
    speed,
    price_percent: pricePercent,
    balance: money(balance),
    faults: faults.map(({ kind, action, times }) => ({ kind, call: action, times })),
  }
}

/** Adds the requested faults and settings to those already in effect. */
export async function setSandbox(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Sandbox> {
  const { speed, price_percent, balance, fault } = body
  const settings = {
    ...(price_percent !== undefined && { price_percent }),
    ...(balance !== undefined && { balance: toDecimal(balance) }),
  }
  return change(ctx, by, id, () => [
    ...(speed === undefined ? [] : [post('speed', { factor: speed })]),
    ...(Object.keys(settings).length === 0 ? [] : [post('settings', settings)]),
    ...(fault === undefined
      ? []
      : [post('faults', { kind: fault.kind, action: fault.call, times: fault.times })]),
  ])
}

/** Resets faults, speed and prices. The balance spent stays spent, unless it was set to nearly nothing. */
export async function calmSandbox(ctx: Context, by: By, id: number): Promise<Sandbox> {
  return change(ctx, by, id, ({ balance }) => [
    { path: 'faults', method: 'DELETE' },
    post('speed', { factor: 1 }),
    post('settings', {
      price_percent: 100,
      quirks: [],
      same_link_refused: false,
      ...(balance < BALANCE_POOR && { balance: toDecimal(BALANCE_AT_FIRST) }),
    }),
  ])
}

const post = (path: string, body: unknown): ControlCall => ({ path, method: 'POST', body })

/** Applied first and recorded afterwards: no tx waits for a call, and the audit log has the actual state. */
async function change(
  ctx: Context,
  by: By,
  id: number,
  toPollCalls: (before: Sandbox) => ControlCall[],
): Promise<Sandbox> {
  const origin = await getOrigin(ctx, id)
  const before = await findSandbox(ctx, id)
  if (before === undefined) throw unreachable()
  const isDone = await callControls(origin, toPollCalls(before))
  const after = await findSandbox(ctx, id)
  // Changes made before a call failed are recorded too.
  await transactAsStaff(ctx, by, async (_tx, _tell, record) => {
    record({ action: 'provider.sandbox', id, before, after })
  })
  if (!isDone || after === undefined) throw unreachable()
  return after
}

/** Only the enabled sandbox has control calls; another program may listen at a disabled one's address. */
async function getOrigin(ctx: Context, id: number): Promise<string> {
  const row = await findAccountRow(ctx.db, id)
  const url = row?.is_sandbox === true && row.is_enabled ? URL.parse(row.api_url) : null
  if (url === null) throw new AppError('provider_not_found')
  return url.origin
}

function unreachable(): AppError {
  return new AppError('provider_failed', { reason: 'unreachable' })
}
