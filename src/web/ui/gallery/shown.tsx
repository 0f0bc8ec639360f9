import { type ReactNode, useState } from 'react'

/** A file of `ui/`, and each of its states. */
export type Shown = { file: string; states: Readonly<Record<string, ReactNode>> }

/** Holds the value for controlled parts. */
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
