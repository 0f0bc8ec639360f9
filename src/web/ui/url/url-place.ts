/** Where in the app one is: what filters and searches change. */
export type Place = { pathname: string; search: string }

export type Step = Place & {
  /** The history entry that was left: while it is still shown, the step is under way. */
  from: string
  isReplacing: boolean
}

/**
 * The next navigation of a user who may be quicker than the network: a change applies to where the one before leads,
 * though the page is not there yet, so that neither is lost. One that replaces a navigation which added to the history
 * adds in its place: the back button restores what was there before the first.
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

/** The same place with one filter changed, '' for none: another filter begins at its first page. What filters nothing keeps it. */
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
