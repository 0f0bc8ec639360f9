import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'

export type Tab = { value: string; label: string; content: ReactNode }

/** Arrows, Home and End move between tabs, Enter and Space open one, and Tab moves into its panel. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="min-w-0">
      <TabList label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            {...tabProps(id, tab.value === value)}
            onClick={() => onChange(tab.value)}
            className={tabClass}
          >
            {tab.label}
          </button>
        ))}
      </TabList>
      <Panel key={value} id={id}>
        {tabs.find((tab) => tab.value === value)?.content}
      </Panel>
    </div>
  )
}

export type TabAddress = { to: string; label: string }

/** Tabs that are links, whose panel is the page of the URL: `children`. */
export function TabLinks({
  label,
  tabs,
  current,
  children,
}: {
  label: string
  tabs: readonly TabAddress[]
  /** The URL of the open tab, or of the one that is loading. */
  current: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="min-w-0">
      <TabList label={label}>
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            {...tabProps(id, tab.to === current)}
            to={tab.to}
            state={keepsFocus}
            preventScrollReset
            className={`${tabClass} inline-flex items-center`}
          >
            {tab.label}
          </Link>
        ))}
      </TabList>
      <Panel id={id}>{children}</Panel>
    </div>
  )
}

function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={moveByArrows}
      className="relative flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--color-line)]"
    >
      {children}
    </div>
  )
}

function Panel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab`} tabIndex={0} className="pt-5">
      {children}
    </div>
  )
}

/** Only the open tab is a tab stop. */
function tabProps(id: string, isOpen: boolean) {
  return {
    role: 'tab',
    'aria-selected': isOpen,
    tabIndex: isOpen ? 0 : -1,
    ...(isOpen && { id: `${id}-tab`, 'aria-controls': `${id}-panel`, 'data-active': '' }),
  } as const
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const places: Partial<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: (at + 1) % tabs.length,
    Home: 0,
    End: -1,
  }
  const place = places[event.key]
  // Space activates a link tab, as it would a button.
  const link = event.key === ' ' && event.target instanceof HTMLAnchorElement ? event.target : undefined
  if (place === undefined && link === undefined) return
  event.preventDefault()
  link?.click()
  if (place !== undefined) tabs.at(place)?.focus()
}

const tabClass =
  'min-h-11 shrink-0 border-b-2 border-transparent px-3 font-semibold max-narrow:px-2 text-ink-2 -outline-offset-2 hover:text-ink data-active:chosen data-active:border-petrol data-active:text-ink'
