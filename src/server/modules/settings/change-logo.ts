import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { LOGO_BOX } from '#contract/settings/logo.ts'
import type { Context } from '#server/context.ts'
import { isPictureKind, findKind, isOnly } from '#server/lib/files/file-kinds.ts'
import { redrawPicture } from '#server/lib/files/redraw-picture.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { lockSettings } from './change-settings.ts'

/** Random pixels in the whole box are about this large; a drawing takes a tenth of it. */
const STORED_BYTES_MAX = 524_288

export type StoredLogo = { hash: string; width: number; height: number; bytes: Buffer }

type Upload = { name: string; bytes: Buffer }

/**
 * Stores the pixels and nothing else of the file. Answers the stored logo. Throws `invalid_fields` without a
 * file, `attachment_refused`, `attachment_too_large`.
 */
export async function changeLogo(
  ctx: Context,
  { by, files: [file] }: { by: By; files: readonly Upload[] },
): Promise<StoredLogo> {
  if (file === undefined) throw invalidFields({ attachments: { code: 'required' } })
  const drawn = await drawLogo(file)
  const hash = createHash('sha256').update(drawn.bytes).digest('hex')
  const logo = { ...drawn, hash }
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const before = await findLogoHash(tx)
    if (before === hash) return
    await writeLogo(tx, logo)
    const after = { logo: hash, width: logo.width, height: logo.height }
    record({ action: 'settings.logo', id: null, before: { logo: before ?? null }, after })
    publish({ topic: 'settings' })
  })
  return logo
}

export async function removeLogo(ctx: Context, by: By): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const before = await findLogoHash(tx)
    if (before === undefined) return
    await deleteLogo(tx)
    record({ action: 'settings.logo', id: null, before: { logo: before }, after: { logo: null } })
    publish({ topic: 'settings' })
  })
}

async function drawLogo({ name, bytes }: Upload): Promise<Omit<StoredLogo, 'hash'>> {
  const shown = name.slice(0, 200).toWellFormed()
  const kind = await findKind(bytes)
  if (kind === undefined || !isPictureKind(kind))
    throw new AppError('attachment_refused', { reason: 'no_picture', name: shown })
  if (!isOnly(kind, bytes)) throw new AppError('attachment_refused', { reason: 'damaged', name: shown })
  const drawn = await redrawPicture(kind, bytes, LOGO_BOX)
  if ('refusal' in drawn) throw new AppError('attachment_refused', { reason: drawn.refusal, name: shown })
  if (drawn.bytes.length > STORED_BYTES_MAX) throw new AppError('attachment_too_large')
  return drawn
}

async function writeLogo(tx: Tx, logo: StoredLogo): Promise<void> {
  await tx
    .insertInto('brand_logo')
    .values(logo)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(logo))
    .execute()
}

async function deleteLogo(tx: Tx): Promise<void> {
  await tx.deleteFrom('brand_logo').execute()
}

async function findLogoHash(db: Kysely<DB>): Promise<string | undefined> {
  return (await db.selectFrom('brand_logo').select('hash').executeTakeFirst())?.hash
}

export async function findLogoBytes(db: Kysely<DB>, hash: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('brand_logo').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}
