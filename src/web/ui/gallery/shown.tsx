import { type ReactNode, useState } from 'react'

/** One file of `ui/`, and what it looks like in each of its states. */
export type Shown = { file: string; states: Readonly<Record<string, ReactNode>> }

/** For parts whose value the parent holds. */
export function Kept<V>({
  initial,
  children,
}: {
  initial: V
  children: (value: V, setValue: (value: V) => void) => ReactNode
}) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}
