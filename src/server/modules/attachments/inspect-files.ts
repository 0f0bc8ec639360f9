import { AppError, invalidFields } from '#contract/base/errors.ts'
import {
  type FileKind,
  fileKinds,
  isPictureKind,
  findKind,
  hasMacros,
  isOnly,
} from '#server/lib/files/file-kinds.ts'
import { redrawPicture } from '#server/lib/files/redraw-picture.ts'

/** As sent by the client: neither the name nor the content is trusted. */
export type Upload = { name: string; bytes: Buffer }

/** Named and typed by its content. */
export type InspectedFile = { name: string; type: string; bytes: Buffer }

/** A redrawn picture may be larger than the upload, up to this. */
const STORED_BYTES_MAX = 4_194_304
const NAME_MAX = 200
/** Replies accept no spreadsheets (spec §6). */
const refusedInReplies: ReadonlySet<FileKind> = new Set(['xls', 'xlsx'])

/** Inspects all files or throws `attachment_refused`, `attachment_too_large` or `invalid_fields`. */
export async function inspectFiles(
  uploads: readonly Upload[],
  { isReply }: { isReply: boolean },
): Promise<InspectedFile[]> {
  for (const { name } of uploads) refuseName(name)
  const files: InspectedFile[] = []
  for (const upload of uploads) files.push(await inspectFile(upload, isReply))
  return files
}

/** Browsers send a bare name. Paths, control characters and direction marks are signs of an attack. */
function refuseName(name: string): void {
  // oxlint-disable-next-line no-control-regex -- these very characters are refused
  const isOdd = /[/\\\0-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name) || !name.isWellFormed()
  if (name.trim() === '' || name.length > NAME_MAX || isOdd || /^\.+$/.test(name.trim()))
    throw invalidFields({ attachments: { code: 'file_name_invalid' } })
}

async function inspectFile({ name, bytes }: Upload, isReply: boolean): Promise<InspectedFile> {
  const kind = await findKind(bytes)
  if (kind === undefined || (isReply && refusedInReplies.has(kind)))
    throw new AppError('attachment_refused', { reason: isReply ? 'type_in_reply' : 'type', name })
  if (!isOnly(kind, bytes)) throw new AppError('attachment_refused', { reason: 'damaged', name })
  if (hasMacros(kind, bytes)) throw new AppError('attachment_refused', { reason: 'macros', name })
  const { type } = fileKinds[kind]
  const named = { name: withExtension(name, kind), type }
  if (!isPictureKind(kind)) return { ...named, bytes }
  const redrawn = await redrawPicture(kind, bytes)
  if ('refusal' in redrawn) throw new AppError('attachment_refused', { reason: redrawn.refusal, name })
  if (redrawn.bytes.length > STORED_BYTES_MAX) throw new AppError('attachment_too_large')
  return { ...named, bytes: redrawn.bytes }
}

const endings: Partial<Record<FileKind, readonly string[]>> = { jpg: ['jpg', 'jpeg'] }

/** Gives the name the extension of the detected type, so that no system opens the file as another type. */
function withExtension(name: string, kind: FileKind): string {
  const trimmed = name.trim()
  const [, base = trimmed, ending = ''] = /^(.+)\.([A-Za-z0-9]{1,10})$/.exec(trimmed) ?? []
  const fits = (endings[kind] ?? [kind]).includes(ending.toLowerCase())
  return fits ? trimmed : `${base.slice(0, NAME_MAX - 5)}.${kind}`
}
