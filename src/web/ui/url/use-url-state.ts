import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigate,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { type Place, type Step, stepFrom, withParam } from './url-place.ts'

const delayMilliseconds = 200

/** The last navigation that was started, shared by all filters of the page. */
let lastStep: Step | undefined

/**
 * Changes the location, starting from the target of a pending step: see `stepFrom`. The focus stays where it is. (nuqs
 * was considered again: its 6 kB batch changes made at once, but do not build on pending ones.)
 */
export function useUrlChange(): (change: (place: Place) => Place, isReplacing?: boolean) => void {
  const navigate = useNavigate()
  const painted = useLocation()
  const router = use(RouterContext)?.router
  return (change, isReplacing = false) => {
    // The router knows of an arrival before React has painted it: on a busy machine the user types in between.
    const shown = router?.state.location ?? painted
    const step = stepFrom(lastStep, shown, { change, isReplacing })
    lastStep = step
    const { pathname, search, isReplacing: replace } = step
    const arrived = navigate({ pathname, search }, { replace, preventScrollReset: true, state: keepsFocus })
    // When a user returns to this history entry, the step is no longer pending.
    void Promise.resolve(arrived).finally(() => {
      if (lastStep === step) lastStep = undefined
    })
  }
}

/**
 * Whether another page is loading, as the router knows before it is painted. Writing to the URL now would cancel that.
 */
export function useIsLeaving(): () => boolean {
  const router = use(RouterContext)?.router
  return () => {
    const coming = router?.state.navigation.location
    return coming !== undefined && coming.pathname !== router?.state.location.pathname
  }
}

/** The target of a pending step on this page, else the current location: links on the page are built from it. */
export function usePlaceUnderWay(): Place {
  const shown = useLocation()
  const coming = useNavigation().location
  return coming !== undefined && coming.pathname === shown.pathname ? coming : shown
}

/** Marks a step that does not move the focus, in the state of the history entry: see `PageHeading`. */
export const keepsFocus = 'keeps-focus'

/**
 * One filter of a list, stored in the URL: `const [status, setStatus] = useUrlState('status', 'all')`. The initial
 * value is not written. A change returns to the first page, and takes effect immediately; one that depends on the
 * previous value must be a function, since the rendered value may be older. For text fields see `useUrlText`.
 */
export function useUrlState<V extends string>(
  name: string,
  initial: V,
): [V, (next: V | ((now: V) => V)) => void] {
  const change = useUrlChange()
  const { search } = usePlaceUnderWay()
  // Readers must treat an unknown value as the initial one: the visitor can edit the URL.
  const valueIn = (text: string) => (new URLSearchParams(text).get(name) ?? initial) as V
  return [
    valueIn(search),
    (next) =>
      change((place) => {
        const value = typeof next === 'function' ? next(valueIn(place.search)) : next
        return withParam(place, name, value === initial ? '' : value)
      }),
  ]
}

/**
 * A text field whose text is in the URL. The field is the source of truth while the user types, and the URL follows 200
 * ms later: a field bound directly to the URL loses letters. Back changes the field; an own write that arrives late, on
 * a slow machine after more was typed, does not.
 */
export function useUrlText(
  name: string,
  { keepsPage = false }: { keepsPage?: boolean } = {},
): [text: string, setText: (text: string) => void, settled: string] {
  const [params] = useSearchParams()
  const change = useUrlChange()
  const isLeaving = useIsLeaving()
  const settled = params.get(name) ?? ''
  const [text, setText] = useState(settled)
  const seen = useRef(settled)
  /** Texts that were written but have not appeared in the URL yet. */
  const underWay = useRef<readonly string[]>([])
  const write = useEffectEvent(() => {
    if (isLeaving()) return
    underWay.current = [...underWay.current, text]
    change((place) => withParam(place, name, text, keepsPage), true)
  })
  const arrive = useEffectEvent((arrived: string) => {
    if (arrived === seen.current) return
    seen.current = arrived
    const at = underWay.current.indexOf(arrived)
    // Drops the skipped texts, and all of them if the field matches the URL.
    underWay.current = at < 0 || arrived === text ? [] : underWay.current.slice(at + 1)
    if (at < 0) setText(arrived)
  })

  useEffect(() => {
    if (text === (underWay.current.at(-1) ?? seen.current)) return
    const timer = setTimeout(() => write(), delayMilliseconds)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => arrive(settled), [settled])

  return [text, setText, settled]
}

export function usePageNumber(): number {
  const [params] = useSearchParams()
  const page = Number(params.get('page') ?? '1')
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
