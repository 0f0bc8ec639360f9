/** Reads exact numbers of bytes from chunks of any size. */
export type ByteReader = {
  /** Undefined at the end of the source; throws `ends` if it ends in the middle. */
  read(bytes: number): Promise<Buffer | undefined>
}

/** Holds at most one chunk of the source plus the requested bytes. */
export function makeByteReader(source: AsyncIterable<Buffer>, ends: () => Error): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async read(bytes) {
      const parts = [rest]
      let length = rest.length
      while (length < bytes) {
        const next = await chunks.next()
        if (next.done === true) break
        parts.push(next.value)
        length += next.value.length
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts)
      if (all.length === 0 && bytes > 0) {
        rest = all
        return undefined
      }
      if (all.length < bytes) throw ends()
      rest = all.subarray(bytes)
      return all.subarray(0, bytes)
    },
  }
}
