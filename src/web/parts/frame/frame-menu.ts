import type { LucideIcon } from 'lucide-react'

/** A line of a frame's menu, said for its reader. `isExact`: it is not the current one on the pages below it. */
export type FrameEntry = {
  to: string
  label: string
  Picture: LucideIcon
  shortcut?: string
  isExact?: boolean
  /** A count in the menu: as it is shown, its name for screen readers, and the page that shows what it counts. */
  waiting?: { shown: string; words: string; to: string } | undefined
}
export type FrameGroup = { id: string; heading: string; entries: readonly FrameEntry[] }

/** The same with keys in place of texts, as the menus are written down. */
export type WrittenEntry<Key> = Omit<FrameEntry, 'label'> & { label: Key }
export type WrittenGroup<Key, Entry = WrittenEntry<Key>> = { heading: Key; entries: readonly Entry[] }

/** A group of which its reader may open nothing is left out. */
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
