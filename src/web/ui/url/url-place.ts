/** A location in the app, as filters and searches change it. */
export type Place = { pathname: string; search: string }

export type Step = Place & {
  /** The history entry that is being left: while it is still shown, the step is pending. */
  from: string
  isReplacing: boolean
}

/**
 * The next navigation of a user who may be faster than the network: a change applies to the target of the pending
 * navigation, although that page is not there yet, so that neither change is lost. A step that replaces a pending push
 * is pushed itself: Back then restores what was there before the first.
 */
export function stepFrom(
  under: Step | undefined,
  shown: Place & { key: string },
  { change, isReplacing }: { change: (place: Place) => Place; isReplacing: boolean },
): Step {
  const isUnderWay = under !== undefined && under.from === shown.key
  const { pathname, search } = isUnderWay ? under : shown
  return {
    ...change({ pathname, search }),
    from: shown.key,
    isReplacing: isReplacing && (!isUnderWay || under.isReplacing),
  }
}

/** The same location with one filter changed, '' for none; back on the first page unless `keepsPage`. */
export function withParam(
  { pathname, search }: Place,
  name: string,
  value: string,
  keepsPage = false,
): Place {
  const params = new URLSearchParams(search)
  if (value === '') params.delete(name)
  else params.set(name, value)
  if (!keepsPage) for (const place of ['page', 'cursor']) params.delete(place)
  return { pathname, search: params.size === 0 ? '' : `?${params}` }
}
