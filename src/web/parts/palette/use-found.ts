import { useEffect, useState } from 'react'
import { type Found, searchEverything } from '#contract/site/search.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { findServices, type FoundService } from './find-services.ts'

/** What was found for a text; of an earlier text nothing is shown. `isSearching`: there may be more. */
export type Finds = {
  services: readonly FoundService[]
  questions: readonly string[]
  own: Found | undefined
  isSearching: boolean
}

const nothing: Finds = { services: [], questions: [], own: undefined, isSearching: false }

/** Services are in this browser; what the server has is asked for once typing rests. */
const servicesAfterMilliseconds = 120
const serverAfterMilliseconds = 250
/** A single letter would find nearly everything; digits are IDs. */
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
  // The services of the text before stay until those of this one are there, which is at once.
  return finds.text === text ? finds : { ...nothing, services: finds.services, isSearching: true }
}

async function askServer(text: string, signal: AbortSignal): Promise<Found | undefined> {
  if (!isWorthAsking(text)) return undefined
  try {
    return await call(searchEverything, { query: { search: text.slice(0, 100) } }, { signal })
  } catch (error) {
    // The palette keeps the results that this browser knows.
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
