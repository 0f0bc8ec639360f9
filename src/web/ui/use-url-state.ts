import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const delayMilliseconds = 200

/**
 * One filter of a list, kept in the URL: `const [status, setStatus] = useUrlState('status', 'all')`. The initial value is not
 * written. A change goes back to the first page. For text boxes see `useUrlText`. (nuqs was left out: the two hooks here are
 * all that is needed of it.)
 */
export function useUrlState<V extends string>(name: string, initial: V): [V, (value: V) => void] {
  const [params, setParams] = useSearchParams()
  // Whoever reads it treats an unknown value as the initial one: the URL is the visitor's.
  const value = (params.get(name) ?? initial) as V
  function set(next: V): void {
    setParams((old) => withParam(old, name, next === initial ? '' : next), { preventScrollReset: true })
  }
  return [value, set]
}

/**
 * A text box whose text is in the URL. The box is the truth while one types and the URL follows 200 ms later: a box bound
 * straight to the URL loses letters. The back button changes the box.
 */
export function useUrlText(name: string): [text: string, setText: (text: string) => void, settled: string] {
  const [params, setParams] = useSearchParams()
  const settled = params.get(name) ?? ''
  const [text, setText] = useState(settled)
  const written = useRef(settled)

  useEffect(() => {
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      setParams((old) => withParam(old, name, text), { replace: true, preventScrollReset: true })
    }, delayMilliseconds)
    return () => clearTimeout(timer)
  }, [text, name, setParams])

  useEffect(() => {
    if (settled === written.current) return
    written.current = settled
    setText(settled)
  }, [settled])

  return [text, setText, settled]
}

export function usePageNumber(): number {
  const [params] = useSearchParams()
  const page = Number(params.get('page') ?? '1')
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

function withParam(old: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(old)
  if (value === '') next.delete(name)
  else next.set(name, value)
  next.delete('page')
  return next
}
