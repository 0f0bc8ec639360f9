import { useEffect, useReducer } from 'react'
import { report } from '#web/platform/api/report.ts'

const delayMilliseconds = 120
const askedMax = 100

/** Shared by all lists: a text is requested once. */
const known = new Map<number, string>()

export function rememberDescriptions(services: readonly { id: number; description: string }[]): void {
  for (const { id, description } of services) known.set(id, description)
}

/**
 * The descriptions of the visible rows, fetched together when scrolling pauses: all of them would be megabytes.
 * `undefined` while missing.
 */
export function useDescriptions(idsInSight: readonly number[]): (id: number) => string | undefined {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const missing = idsInSight
    .filter((id) => !known.has(id))
    .slice(0, askedMax)
    .join(',')

  useEffect(() => {
    if (missing === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => void read(missing.split(',').map(Number)), delayMilliseconds)

    async function read(ids: readonly number[]): Promise<void> {
      try {
        const [{ call }, { listServices }] = await Promise.all([
          import('#web/platform/api/call.ts'),
          import('#contract/catalogue/catalogue.ts'),
        ])
        rememberDescriptions(
          await call(listServices, { query: { ids: [...ids] } }, { signal: leaving.signal }),
        )
        // Services that left the catalogue have no text, and are not requested again.
        for (const id of ids) if (!known.has(id)) known.set(id, '')
        redraw()
      } catch (error) {
        if (!leaving.signal.aborted) report(error)
      }
    }

    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [missing])

  return (id) => known.get(id)
}
