import { beforeAll, expect, test } from 'vitest'

import { makeSealer, unseal } from './seal.ts'

const passphrase = 'correct horse battery'
const BLOCK = 256 * 1024
const HEAD = 48
const SEALED = 4 + BLOCK + 16
/** Three identical blocks and a short last one. */
const plain = Buffer.concat([Buffer.alloc(3 * BLOCK, 7), Buffer.from('the end')])
let sealed: Buffer
beforeAll(async () => {
  const { head, sealer } = await makeSealer(passphrase)
  // In pieces that don't match the block size.
  const pieces = Array.from({ length: 11 }, (_, at) => plain.subarray(at * 100_000, (at + 1) * 100_000))
  sealed = Buffer.concat([head, ...pieces.map((piece) => sealer.add(piece)), sealer.end()])
})

const block = (at: number) => sealed.subarray(HEAD + at * SEALED, HEAD + (at + 1) * SEALED)
async function open(...parts: Buffer[]) {
  const source = async function* () {
    yield* parts
  }
  return Buffer.concat(await Array.fromAsync(unseal(source(), passphrase)))
}

test('what was sealed is opened, and equal blocks look different', async () => {
  expect((await open(sealed)).equals(plain)).toBe(true)
  expect(block(0).equals(block(1))).toBe(false)
  expect(block(0).subarray(4, 40).equals(block(2).subarray(4, 40))).toBe(false)
})

test('a block that is moved, left out or made the last one is refused', async () => {
  const head = sealed.subarray(0, HEAD)
  const [first, second, third, last] = [block(0), block(1), block(2), block(3)]
  await expect(open(head, second, first, third, last)).rejects.toMatchObject({ refusal: 'altered' })
  await expect(open(head, first, third, last)).rejects.toMatchObject({ refusal: 'altered' })
  const asLast = Buffer.from(third)
  asLast.writeUInt8(asLast.readUInt8(0) | 0x80, 0)
  await expect(open(head, first, second, asLast)).rejects.toMatchObject({ refusal: 'altered' })
  await expect(open(head, first, second, third)).rejects.toMatchObject({ refusal: 'torn' })
})
