import { useEffect, useEffectEvent } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import { keepsFocus } from '#web/ui/use-url-state.ts'

/** The service that the form has written into the address itself: nothing is loaded for it. */
let written: string | undefined

/** Which service the form is about stands in the address, so that a reload and Back bring it back; the form stays as it is. */
export function useServiceAddress(id: number | undefined): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const write = useEffectEvent((service: string) => {
    const params = new URLSearchParams(search)
    if (params.get('service') === service) return
    params.set('service', service)
    written = service
    void navigate({ search: `?${params}` }, { replace: true, preventScrollReset: true, state: keepsFocus })
  })
  useEffect(() => {
    if (id !== undefined) write(String(id))
  }, [id])
}

/** Another service in the address than the form's own is another form. */
export const isOtherService: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => {
  const isTryingAgain = currentUrl.href === nextUrl.href
  return isTryingAgain || nextUrl.searchParams.get('service') !== written
}

/** Whatever is loaded is a form of its own. */
export function forgetWritten(): void {
  written = undefined
}
