import { useEffect, useState } from 'react'
import { listServices } from '#contract/catalogue/catalogue.ts'
import { call } from '#web/platform/api/call.ts'
import type { SearchableService } from '#web/parts/catalogue/search/search-services.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { report } from '#web/platform/api/report.ts'

const delayMilliseconds = 300
const shortestText = 3
const fewHits = 5
const foundMax = 20

/**
 * The index in memory has no descriptions: if it finds little, the server is also searched. Returns the services that
 * only the server found.
 */
export function useDescriptionSearch(
  text: string,
  hits: readonly SearchableService[],
  index: ServiceIndex | undefined,
): { more: readonly SearchableService[]; isSearching: boolean } {
  const wanted = text.trim()
  const isAsked = index !== undefined && wanted.length >= shortestText && hits.length < fewHits
  const [found, setFound] = useState<{ text: string; ids: readonly number[] }>({ text: '', ids: [] })

  useEffect(() => {
    if (!isAsked) return
    const leaving = new AbortController()
    const timer = setTimeout(() => void ask(), delayMilliseconds)

    async function ask(): Promise<void> {
      try {
        const query = { search: wanted, limit: foundMax }
        const services = await call(listServices, { query }, { signal: leaving.signal })
        setFound({ text: wanted, ids: services.slice(0, foundMax).map(({ id }) => id) })
      } catch (error) {
        // If the server does not respond, the local results stay.
        if (leaving.signal.aborted) return
        report(error)
        setFound({ text: wanted, ids: [] })
      }
    }

    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isAsked, wanted])

  if (!isAsked) return { more: [], isSearching: false }
  if (found.text !== wanted) return { more: [], isSearching: true }
  const known = new Set(hits.map(({ id }) => id))
  const more = found.ids.flatMap((id) => (known.has(id) ? [] : (index.byId.get(id) ?? [])))
  return { more, isSearching: false }
}
