import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { LinkButton } from '#web/ui/page/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { withParam } from '#web/ui/url/url-place.ts'
import { useUrlChange } from '#web/ui/url/use-url-state.ts'

type DeskListProps<Shown extends string> = {
  /** Where the list is. */
  path: string
  filters: { label: string; shown: Shown; options: readonly { value: Shown; label: string }[] }
  /** Said, with the way to all of them, where there are no `children`. */
  empty: { message: string; showAll: string }
  nextCursor: string | null
  children: ReactNode
}

/** What waits at a desk, page by page; `?show=` in its address names what else is looked at. */
export function DeskList<Shown extends string>({
  path,
  filters: { label, shown, options },
  empty,
  nextCursor,
  children,
}: DeskListProps<Shown>) {
  const isLoading = useNavigation().location?.pathname === path
  const change = useUrlChange()
  return (
    <>
      <FilterButtons
        label={label}
        value={shown}
        onChange={(value) => change((place) => withParam(place, 'show', value))}
        options={options}
      />
      <ListCard isLoading={isLoading}>
        {children ?? (
          <EmptyState message={empty.message}>
            <LinkButton tone="secondary" to={`${path}?show=all`}>
              {empty.showAll}
            </LinkButton>
          </EmptyState>
        )}
      </ListCard>
      <OlderPages nextCursor={nextCursor} />
    </>
  )
}
