/** What is taken, by its content. The name's ending and the type that a client says are not looked at. */
export const fileKinds = {
  png: { type: 'image/png', isPicture: true },
  jpg: { type: 'image/jpeg', isPicture: true },
  gif: { type: 'image/gif', isPicture: true },
  webp: { type: 'image/webp', isPicture: true },
  pdf: { type: 'application/pdf', isPicture: false },
  doc: { type: 'application/msword', isPicture: false },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isPicture: false,
  },
  xls: { type: 'application/vnd.ms-excel', isPicture: false },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', isPicture: false },
} as const satisfies Record<string, { type: string; isPicture: boolean }>

export type FileKind = keyof typeof fileKinds
export type PictureKind = 'png' | 'jpg' | 'gif' | 'webp'

export function isFileKind(word: string): word is FileKind {
  return Object.hasOwn(fileKinds, word)
}

export function isPictureKind(kind: FileKind): kind is PictureKind {
  return fileKinds[kind].isPicture
}
