import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { FAVICON_BOX } from '#contract/settings/favicon.ts'
import { LOGO_BOX } from '#contract/settings/logo.ts'
import type { Context } from '#server/context.ts'
import { isPictureKind, findKind, isOnly } from '#server/lib/files/file-kinds.ts'
import { redrawPicture } from '#server/lib/files/redraw-picture.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { lockSettings } from './change-settings.ts'

/** The maximum size of each. */
const boxes = { logo: LOGO_BOX, favicon: FAVICON_BOX } as const
export type BrandPicture = keyof typeof boxes

/** A drawing takes a tenth of this; random pixels that fill the box are larger, and refused. */
const STORED_BYTES_MAX = 524_288

export type StoredPicture = { hash: string; width: number; height: number; bytes: Buffer }

type Upload = { name: string; bytes: Buffer }

/**
 * Stores the file's pixels and nothing else. Answers the stored picture. Throws `invalid_fields` without a file,
 * `attachment_refused`, `attachment_too_large`.
 */
export async function changeBrandPicture(
  ctx: Context,
  { kind, by, files: [file] }: { kind: BrandPicture; by: By; files: readonly Upload[] },
): Promise<StoredPicture> {
  if (file === undefined) throw invalidFields({ attachments: { code: 'required' } })
  const drawn = await drawPicture(file, boxes[kind])
  const hash = createHash('sha256').update(drawn.bytes).digest('hex')
  const picture = { ...drawn, hash }
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const before = await findPictureHash(tx, kind)
    if (before === hash) return
    await writePicture(tx, kind, picture)
    const after = { [kind]: hash, width: picture.width, height: picture.height }
    record({ action: `settings.${kind}`, id: null, before: { [kind]: before ?? null }, after })
    publish({ topic: 'settings' })
  })
  return picture
}

export async function removeBrandPicture(
  ctx: Context,
  { kind, by }: { kind: BrandPicture; by: By },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const before = await findPictureHash(tx, kind)
    if (before === undefined) return
    await tx.deleteFrom('brand_pictures').where('kind', '=', kind).execute()
    record({ action: `settings.${kind}`, id: null, before: { [kind]: before }, after: { [kind]: null } })
    publish({ topic: 'settings' })
  })
}

async function drawPicture(
  { name, bytes }: Upload,
  box: { width: number; height: number },
): Promise<Omit<StoredPicture, 'hash'>> {
  const shown = name.slice(0, 200).toWellFormed()
  const kind = await findKind(bytes)
  if (kind === undefined || !isPictureKind(kind))
    throw new AppError('attachment_refused', { reason: 'no_picture', name: shown })
  if (!isOnly(kind, bytes)) throw new AppError('attachment_refused', { reason: 'damaged', name: shown })
  const drawn = await redrawPicture(kind, bytes, box)
  if ('refusal' in drawn) throw new AppError('attachment_refused', { reason: drawn.refusal, name: shown })
  if (drawn.bytes.length > STORED_BYTES_MAX) throw new AppError('attachment_too_large')
  return drawn
}

async function writePicture(tx: Tx, kind: BrandPicture, picture: StoredPicture): Promise<void> {
  await tx
    .insertInto('brand_pictures')
    .values({ kind, ...picture })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(picture))
    .execute()
}

export async function findPictureHash(db: Kysely<DB>, kind: BrandPicture): Promise<string | undefined> {
  const row = await db.selectFrom('brand_pictures').select('hash').where('kind', '=', kind).executeTakeFirst()
  return row?.hash
}

/** Throws `not_found` unless the picture has that hash. */
export async function readPicture(db: Kysely<DB>, kind: BrandPicture, hash: string): Promise<Buffer> {
  const row = await db
    .selectFrom('brand_pictures')
    .select('bytes')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row.bytes
}
