import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** What is shown is read anew at most this often, however much is told. */
const rereadMilliseconds = 1_500

/** Reads the page's data anew, some moments later and once for all that was told until then. */
export function useReread(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void revalidate()
    }, rereadMilliseconds)
  }
}
