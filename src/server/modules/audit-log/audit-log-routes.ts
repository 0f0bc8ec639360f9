import type { FastifyInstance } from 'fastify'

import { toDecimal } from '#contract/base/money.ts'
import * as calls from '#contract/audit-log/audit-log.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { getOwnActions } from './get-own-actions.ts'
import { exportStaffActions, getStaffAction, listStaffActions } from './list-staff-actions.ts'

export function auditLogRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listStaffActions, async ({ query }) => ({
    success: true,
    ...(await listStaffActions(ctx, query)),
  }))

  mount(app, ctx, calls.getOwnActions, async ({ caller: { id } }) => ({
    success: true,
    ...(await getOwnActions(ctx, id)),
  }))

  mountCsv(app, ctx, calls.exportStaffActions, {
    filename: 'staff-actions.csv',
    columns: [...columns],
    rows: ({ query }) => toCells(exportStaffActions(ctx, query)),
  })

  mount(app, ctx, calls.getStaffAction, async ({ params }) => ({
    success: true,
    action: await getStaffAction(ctx, BigInt(params.number)),
  }))
}

const columns = [
  'number',
  'created_at',
  'actor_id',
  'actor_name',
  'action',
  'subject',
  'subject_id',
  'changes',
  'reason',
  'address',
  'api_key',
  'hash',
] as const

async function* toCells(
  actions: AsyncIterable<calls.StaffAction & { hash: string }>,
): AsyncGenerator<Cell[]> {
  for await (const { actor, api_key: key, changes, ...action } of actions) {
    const cells = {
      ...action,
      actor_id: actor.id,
      actor_name: actor.name,
      api_key: key?.name ?? key?.id ?? null,
      changes: changes.map(toText).join('; '),
    }
    yield columns.map((column) => cells[column])
  }
}

/** A change in one cell: `balance: 10.00 > 12.50`. */
function toText({ field, before, after }: calls.AuditChange): string {
  return `${field}: ${valueToText(before)} > ${valueToText(after)}`
}

function valueToText(value: calls.AuditValue | null): string {
  if (value === null) return '-'
  if ('money' in value) return toDecimal(value.money).replace(/0{1,6}$/, '')
  if ('forgotten' in value) return '(forgotten)'
  if ('text' in value) return value.text
  if ('user' in value) return value.user.name ?? `#${value.user.id}`
  return String('flag' in value ? value.flag : value.number)
}
