import { useEffect, useEffectEvent, useRef } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import { keepsFocus, useIsLeaving } from '#web/ui/url/use-url-state.ts'

/** The URL that the form itself has written: nothing is loaded for it. */
let written: string | undefined

/**
 * Keeps the selected service in the URL, so that a reload and Back restore it; the form stays unchanged. A link from
 * the URL is now in the form, where it can be changed.
 */
export function useServiceAddress(id: number | undefined): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isLeaving = useIsLeaving()
  const hadService = useRef(false)
  const write = useEffectEvent((service: number | undefined) => {
    const params = new URLSearchParams(search)
    if (service !== undefined) params.set('service', String(service))
    // A service that was never found stays, for a retry.
    else if (hadService.current) params.delete('service')
    hadService.current = service !== undefined
    params.delete('link')
    const next = params.size === 0 ? '' : `?${params}`
    if (next === search || isLeaving()) return
    written = next
    void navigate({ search: next }, { replace: true, preventScrollReset: true, state: keepsFocus })
  })
  useEffect(() => write(id), [id])
}

/** Another URL than the form's own means another form. */
export const isOtherService: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => {
  const isTryingAgain = currentUrl.href === nextUrl.href
  return isTryingAgain || nextUrl.search !== written
}

/** Anything that is loaded makes a new form. */
export function forgetWritten(): void {
  written = undefined
}
