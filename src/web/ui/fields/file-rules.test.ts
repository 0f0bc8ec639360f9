import { expect, test } from 'vitest'
import { addFiles } from './file-rules.ts'

const rules = { accept: 'image/*,.pdf', sizeMax: 10, countMax: 2 }
const picture = new File(['12345'], 'a.png', { type: 'image/png' })
const bill = new File(['12345'], 'Bill.PDF', { type: '' })
const program = new File(['1'], 'a.exe', { type: 'application/x-msdownload' })
const large = new File(['12345678901'], 'b.png', { type: 'image/png' })

test('files of allowed kinds are accepted, by type or by name', () => {
  expect(addFiles([], [picture, bill], rules)).toEqual({ files: [picture, bill], refusal: undefined })
})

test('files of another kind, too large or too many are refused by name, and the others are accepted', () => {
  expect(addFiles([], [program, picture], rules)).toEqual({
    files: [picture],
    refusal: { why: 'fileType', name: 'a.exe' },
  })
  expect(addFiles([], [large], rules).refusal).toEqual({ why: 'fileSize', name: 'b.png' })
  expect(addFiles([picture, bill], [picture], rules)).toEqual({
    files: [picture, bill],
    refusal: { why: 'fileCount' },
  })
})

test('a single file is replaced by another, but not by a refused one', () => {
  const one = { ...rules, countMax: 1 }
  expect(addFiles([picture], [bill], one).files).toEqual([bill])
  expect(addFiles([picture], [program], one).files).toEqual([picture])
})
