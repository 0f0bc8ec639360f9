import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'

export type Tab = { value: string; label: string; content: ReactNode }

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
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))} className="min-w-0">
      <Base.List aria-label={label} className={listClass}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

export type TabAddress = { to: string; label: string }

/** Tabs with an address each, whose panel is the page behind it: `children`. Arrows move between them, Enter follows. */
export function TabLinks({
  label,
  tabs,
  current,
  children,
}: {
  label: string
  tabs: readonly TabAddress[]
  /** The address of the one that is open, or on its way. */
  current: string
  children: ReactNode
}) {
  return (
    <Base.Root value={current} className="min-w-0">
      <Base.List aria-label={label} className={listClass}>
        {tabs.map(({ to, label: name }) => (
          <Base.Tab
            key={to}
            value={to}
            nativeButton={false}
            render={<Link to={to} state={keepsFocus} preventScrollReset />}
            className={`${tabClass} inline-flex items-center`}
          >
            {name}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={current} className="pt-5">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}

const listClass = 'relative flex gap-1 overflow-x-auto border-b border-line'
const tabClass =
  '-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 font-semibold max-narrow:px-2 text-ink-2 -outline-offset-2 hover:text-ink data-active:chosen data-active:border-petrol data-active:text-ink'
