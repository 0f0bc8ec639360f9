import { useEffect, useState } from 'react'
import { type Found, searchEverything } from '#contract/site/search.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { findServices, type FoundService } from './find-services.ts'

/** The results for a text; those for an earlier text are not shown. `isSearching`: there may be more. */
export type Finds = {
  services: readonly FoundService[]
  questions: readonly string[]
  own: Found | undefined
  isSearching: boolean
}

const nothing: Finds = { services: [], questions: [], own: undefined, isSearching: false }

/** Services are searched in this browser; the server is asked once typing pauses. */
const servicesAfterMilliseconds = 120
const serverAfterMilliseconds = 250
/** A single letter would match nearly everything; digits are ids. */
const isWorthAsking = (text: string) => text.length >= 2 || /^\d$/.test(text)
const questionTextMin = 3

export function useFound(typed: string): Finds {
  const text = typed.trim()
  const [finds, setFinds] = useState<Finds & { text: string }>({ ...nothing, text: '' })
  useEffect(() => {
    if (text === '') return
    const asking = new AbortController()
    const { signal } = asking
    const add = (more: Partial<Finds>) => {
      if (!signal.aborted)
        setFinds((now) => ({
          ...(now.text === text ? now : { ...nothing, isSearching: true }),
          ...more,
          text,
        }))
    }
    const services = after(servicesAfterMilliseconds, signal)
      .then(() => findServices(text))
      .then((found) => add({ services: found }))
    const server = after(serverAfterMilliseconds, signal).then(() =>
      Promise.all([askServer(text, signal), askQuestions(text, signal)]),
    )
    const asked = server.then(([own, questions]) => add({ own, questions }))
    void Promise.allSettled([services, asked]).then(() => add({ isSearching: false }))
    return () => asking.abort()
  }, [text])
  if (text === '') return nothing
  // The services of the previous text stay until those of this one are found, which is almost immediate.
  return finds.text === text ? finds : { ...nothing, services: finds.services, isSearching: true }
}

async function askServer(text: string, signal: AbortSignal): Promise<Found | undefined> {
  if (!isWorthAsking(text)) return undefined
  try {
    return await call(searchEverything, { query: { search: text.slice(0, 100) } }, { signal })
  } catch (error) {
    // The palette keeps the results found in this browser.
    if (!signal.aborted) report(error)
    return undefined
  }
}

async function askQuestions(text: string, signal: AbortSignal): Promise<readonly string[]> {
  if (text.length < questionTextMin) return []
  const { findQuestions } = await import('./find-questions.ts')
  return findQuestions(text, signal)
}

function after(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
