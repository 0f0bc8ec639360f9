import type { LucideIcon } from 'lucide-react'

/** An entry of a frame's menu, in the reader's language. `isExact`: not the current one on its subpages. */
export type FrameEntry = {
  to: string
  label: string
  Picture: LucideIcon
  shortcut?: string
  isExact?: boolean
  /** A count in the menu: the displayed number, its name for screen readers, and the page that lists what is counted. */
  waiting?: { shown: string; words: string; to: string } | undefined
}
export type FrameGroup = { id: string; heading: string; entries: readonly FrameEntry[] }

/** The same with keys instead of texts, as menus are declared. */
export type WrittenEntry<Key> = Omit<FrameEntry, 'label'> & { label: Key }
export type WrittenGroup<Key, Entry = WrittenEntry<Key>> = { heading: Key; entries: readonly Entry[] }

/** Groups without an accessible entry are left out. */
export function sayGroups<Key extends string>(
  groups: readonly WrittenGroup<Key>[],
  t: (key: Key) => string,
): FrameGroup[] {
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ heading, entries }) => ({ id: heading, heading: t(heading), entries: sayEntries(entries, t) }))
}

export function sayEntries<Key extends string>(
  entries: readonly WrittenEntry<Key>[],
  t: (key: Key) => string,
): FrameEntry[] {
  return entries.map(({ label, ...entry }) => ({ ...entry, label: t(label) }))
}
