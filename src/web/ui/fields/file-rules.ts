export type FileRules = {
  /** As in the HTML attribute: "image/png,image/*,.pdf". */
  accept?: string
  sizeMax: number
  countMax: number
}

export type FileRefusal = { why: 'fileType' | 'fileSize'; name: string } | { why: 'fileCount' }

/** Which files of `added` can join `chosen`, and why the first rejected one can't. The server checks again. */
export function addFiles(
  chosen: readonly File[],
  added: readonly File[],
  { accept, sizeMax, countMax }: FileRules,
): { files: File[]; refusal: FileRefusal | undefined } {
  const files = countMax === 1 && added.length > 0 ? [] : [...chosen]
  const refusals: FileRefusal[] = []
  for (const file of added) {
    if (!isAccepted(file, accept)) refusals.push({ why: 'fileType', name: file.name })
    else if (file.size > sizeMax) refusals.push({ why: 'fileSize', name: file.name })
    else if (files.length >= countMax) refusals.push({ why: 'fileCount' })
    else files.push(file)
  }
  // If all are rejected, the existing ones stay.
  return { files: files.length === 0 ? [...chosen] : files, refusal: refusals[0] }
}

function isAccepted({ name, type }: File, accept = ''): boolean {
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase())
  if (accept.trim() === '') return true
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind)
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
  })
}
