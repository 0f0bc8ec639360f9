import { closeSync, openSync, writeSync } from 'node:fs'

export type History = {
  /** One line: when, who, what, and the facts. */
  note: (who: string, what: string, facts?: Record<string, unknown>) => void
  close: () => void
}

/** Everything that was done in a run, in order, for the analysis afterwards. */
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
