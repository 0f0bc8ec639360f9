import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'
import * as z from 'zod/mini'

import type { AnswerOf, BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import {
  type cleanNames as endpoint,
  type getNameRules,
  type NameRule,
  nameRule,
  type previewNames,
  SHOWN_NAMES_MAX,
  type undoNames as undoEndpoint,
} from '#contract/catalogue/name-rules.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { mapInSlices } from '#server/lib/limits/in-slices.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { applyRules } from './clean-name.ts'
import {
  findLastCleaning,
  listNames,
  lockNames,
  type Renaming,
  takeBack,
  writeCleaning,
} from './name-queries.ts'

/** The rules that hold for whatever an import writes. */
export async function readNameRules(db: Kysely<DB>): Promise<NameRule[]> {
  return toRules((await findLastCleaning(db))?.rules)
}

export async function presentNameRules(
  db: Kysely<DB>,
): Promise<Omit<AnswerOf<typeof getNameRules>, 'success'>> {
  const last = await findLastCleaning(db)
  if (last === undefined) return { rules: [], last: null }
  const { id, changed, created_at, by } = last
  return { rules: toRules(last.rules), last: { id, changed, created_at, by } }
}

/** What the rules would make of every name there is. */
export async function showNames(
  ctx: Context,
  { rules, from = 0 }: BodyOf<typeof previewNames>,
): Promise<Omit<AnswerOf<typeof previewNames>, 'success'>> {
  const { services, renamings, emptied } = await planNames(ctx.db, rules)
  return {
    services,
    changed: renamings.length,
    emptied,
    names: renamings.slice(from, from + SHOWN_NAMES_MAX),
    seal: sealOf(rules, renamings),
  }
}

/** Keeps the rules, and renames what was shown; those that are kept already need no look. Another catalogue by now is looked at again. */
export async function cleanNames(
  ctx: Context,
  by: By,
  { rules, seal }: BodyOf<typeof endpoint>,
): Promise<number> {
  if (seal === undefined && isDeepStrictEqual(rules, await readNameRules(ctx.db))) return 0
  const { renamings } = await planNames(ctx.db, rules)
  if (sealOf(rules, renamings) !== seal) throw new AppError('state_conflict', { reason: 'selection_changed' })
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockNames(tx)
    const before = await readNameRules(tx)
    const kept = { rules: JSON.stringify(rules), actorId: by.actorId, renamings, now: ctx.clock() }
    const { id, changed } = await writeCleaning(tx, kept)
    record({
      action: 'service.clean_names',
      id: null,
      before: { rules: before },
      after: { rules, changed, cleaning: id },
    })
    publish({ topic: 'catalogue' })
    return changed
  })
}

/** Takes the last one back: what was renamed since stays as it is. */
export async function undoNames(
  ctx: Context,
  by: By,
  id: number,
): Promise<Omit<AnswerOf<typeof undoEndpoint>, 'success'>> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockNames(tx)
    const last = await findLastCleaning(tx)
    if (last?.id !== id) throw new AppError('state_conflict', { reason: 'selection_changed' })
    const restored = await takeBack(tx, { id, now: ctx.clock() })
    const rules = await readNameRules(tx)
    record({
      action: 'service.undo_names',
      id: null,
      before: { rules: toRules(last.rules), cleaning: id },
      after: { rules, restored },
    })
    publish({ topic: 'catalogue' })
    return { restored, changed_since: last.changed - restored }
  })
}

async function planNames(db: Kysely<DB>, rules: readonly NameRule[]) {
  const services = await listNames(db)
  const made = await mapInSlices(services, ({ id, name }): Renaming => {
    return { id, before: name, after: applyRules(rules, name) }
  })
  return {
    services: services.length,
    renamings: made.filter(({ before, after }) => after !== '' && after !== before),
    emptied: made.filter(({ after }) => after === '').length,
  }
}

function sealOf(rules: readonly NameRule[], renamings: readonly Renaming[]): string {
  const hash = createHash('sha256').update(JSON.stringify(rules))
  for (const { id, before, after } of renamings) hash.update(`\n${id}\t${before}\t${after}`)
  return hash.digest('base64url').slice(0, 22)
}

/** Rules that this version does not know are left out. */
function toRules(kept: unknown): NameRule[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap((one: unknown) => {
    const read = z.safeParse(nameRule, one)
    return read.success ? [read.data] : []
  })
}
