import { useEffect, useEffectEvent, useRef } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import { keepsFocus, useIsLeaving } from '#web/ui/url/use-url-state.ts'

/** The address that the form has written itself: nothing is loaded for it. */
let written: string | undefined

/**
 * The chosen service is in the address, so that a reload and Back restore it; the form stays as it is. A link that came
 * with the address is in the form now, where it can be changed.
 */
export function useServiceAddress(id: number | undefined): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isLeaving = useIsLeaving()
  const hadService = useRef(false)
  const write = useEffectEvent((service: number | undefined) => {
    const params = new URLSearchParams(search)
    if (service !== undefined) params.set('service', String(service))
    // What was never found stays, to be tried again.
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

/** Another address than the form's own is another form. */
export const isOtherService: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => {
  const isTryingAgain = currentUrl.href === nextUrl.href
  return isTryingAgain || nextUrl.search !== written
}

/** Whatever is loaded is a form of its own. */
export function forgetWritten(): void {
  written = undefined
}
