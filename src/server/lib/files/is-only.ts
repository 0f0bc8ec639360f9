import { type FileKind, isPictureKind } from './file-kinds.ts'

/** How far back from its end a ZIP's last record is looked for by those who open one. */
const ZIP_TAIL_BYTES = 65_557
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const PDF_TAIL_BYTES = 1_024
const PDF_HEAD_BYTES = 1_024
/** Where a page would begin. Elsewhere compressed pixels look like anything now and then. */
const PICTURE_EDGE_BYTES = 4_096
/** Such as browsers and servers would run, wherever they find them. */
const marks = /<(?:script|html|body|iframe|svg|\?php|!doctype html)/i

/**
 * Whether a file is nothing else as well: one that is a picture to us and a page or an archive to the next program is
 * made to be misread. Pictures are made anew beside this, so that nothing of the original is kept.
 */
export function isOnly(kind: FileKind, bytes: Buffer): boolean {
  const isZip = kind === 'docx' || kind === 'xlsx'
  if (endsAsZip(bytes) !== isZip) return false
  if (isPictureKind(kind))
    return ![bytes.subarray(0, PICTURE_EDGE_BYTES), bytes.subarray(-PICTURE_EDGE_BYTES)].some((edge) =>
      marks.test(edge.toString('latin1')),
    )
  if (kind !== 'pdf') return true
  const isWhole = bytes.subarray(-PDF_TAIL_BYTES).includes('%%EOF')
  return isWhole && !marks.test(bytes.subarray(0, PDF_HEAD_BYTES).toString('latin1'))
}

function endsAsZip(bytes: Buffer): boolean {
  return bytes.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END)
}
