import { useEffect, useState } from 'react'
import { getImport, type ImportRun } from '#contract/catalogue/import-runs.ts'
import { call } from '#web/platform/api/call.ts'

const everyMilliseconds = 1_000

/** The state of an import, polled until it ends. A failed poll is repeated. */
export function useImportRun(first: ImportRun): [ImportRun, (run: ImportRun) => void] {
  const [run, setRun] = useState(first)
  const isRunning = run.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const leaving = new AbortController()
    const look = async () => {
      try {
        const answer = await call(getImport, { params: { id: first.id } }, { signal: leaving.signal })
        if (!leaving.signal.aborted) setRun(answer.import)
      } catch {
        // The next poll reports it.
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void look(), everyMilliseconds)
    }
    let timer = setTimeout(() => void look(), everyMilliseconds)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isRunning, first.id])
  return [run, setRun]
}
