import { expect, test } from 'vitest'
import { addFiles } from './file-rules.ts'

const rules = { accept: 'image/*,.pdf', sizeMax: 10, countMax: 2 }
const picture = new File(['12345'], 'a.png', { type: 'image/png' })
const bill = new File(['12345'], 'Bill.PDF', { type: '' })
const program = new File(['1'], 'a.exe', { type: 'application/x-msdownload' })
const large = new File(['12345678901'], 'b.png', { type: 'image/png' })

test('files of the kinds that may be sent are taken, by type or by name', () => {
  expect(addFiles([], [picture, bill], rules)).toEqual({ files: [picture, bill], refusal: undefined })
})

test('another kind, one too large and one too many are refused by name, and the others are taken', () => {
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

test('where there may be one, another takes its place, but none that is refused', () => {
  const one = { ...rules, countMax: 1 }
  expect(addFiles([picture], [bill], one).files).toEqual([bill])
  expect(addFiles([picture], [program], one).files).toEqual([picture])
})
