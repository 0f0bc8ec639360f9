import { createHash } from 'node:crypto'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { LOGO_BOX } from '#contract/settings/logo.ts'
import type { Context } from '#server/context.ts'
import { isPictureKind, findKind, isOnly } from '#server/lib/files/file-kinds.ts'
import { redrawPicture } from '#server/lib/files/redraw-picture.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { deleteLogo, findLogoHash, type KeptLogo, writeLogo } from './logo-queries.ts'
import { lockSettings } from './settings-queries.ts'

/** Noise of every colour in the whole box: a drawing takes a tenth of it. */
const KEPT_BYTES_MAX = 524_288

type Upload = { name: string; bytes: Buffer }

/**
 * Keeps what the picture shows and nothing else of the file. Answers it as it is kept. Throws `invalid_fields` without a
 * file, `attachment_refused`, `attachment_too_large`.
 */
export async function changeLogo(
  ctx: Context,
  { by, files: [file] }: { by: By; files: readonly Upload[] },
): Promise<KeptLogo> {
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

async function drawLogo({ name, bytes }: Upload): Promise<Omit<KeptLogo, 'hash'>> {
  const shown = name.slice(0, 200).toWellFormed()
  const kind = await findKind(bytes)
  if (kind === undefined || !isPictureKind(kind))
    throw new AppError('attachment_refused', { reason: 'no_picture', name: shown })
  if (!isOnly(kind, bytes)) throw new AppError('attachment_refused', { reason: 'damaged', name: shown })
  const drawn = await redrawPicture(kind, bytes, LOGO_BOX)
  if ('refusal' in drawn) throw new AppError('attachment_refused', { reason: drawn.refusal, name: shown })
  if (drawn.bytes.length > KEPT_BYTES_MAX) throw new AppError('attachment_too_large')
  return drawn
}
