import { closeSync, openSync, writeSync } from 'node:fs'

export type History = {
  /** One line: when, who, what, and what is worth knowing of it. */
  note: (who: string, what: string, facts?: Record<string, unknown>) => void
  close: () => void
}

/** Everything that was done in a run, in the order in which it was, for whoever asks afterwards. */
export function openHistory(path: string): History {
  const file = openSync(path, 'a')
  let isOpen = true
  return {
    note: (who, what, facts = {}) => {
      if (isOpen)
        writeSync(file, `${JSON.stringify({ at: new Date().toISOString(), who, what, ...facts })}\n`)
    },
    close: () => {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}
