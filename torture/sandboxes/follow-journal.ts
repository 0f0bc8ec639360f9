import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 1_048_576

/** Reads what was added to a JSON-lines journal since the last read; an incomplete line waits. */
export function followJournal(path: string): () => unknown[] {
  let at = 0
  let rest = ''
  return () => {
    const found: unknown[] = []
    for (let chunk = readFrom(path, at); chunk.length > 0; chunk = readFrom(path, at)) {
      at += chunk.length
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line !== '') found.push(JSON.parse(Buffer.from(line, 'latin1').toString('utf8')))
    }
    return found
  }
}

function readFrom(path: string, at: number): Buffer {
  try {
    const file = openSync(path, 'r')
    const chunk = Buffer.alloc(CHUNK_BYTES)
    const length = readSync(file, chunk, 0, CHUNK_BYTES, at)
    closeSync(file)
    return chunk.subarray(0, length)
  } catch {
    return Buffer.alloc(0) // not there yet
  }
}

export function kindOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'kind' in entry ? entry.kind : undefined
}
