import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

type OptionList = {
  count: number
  /** The identity of each option, so that the active one stays the same when others are added above. */
  keys?: readonly string[] | undefined
  onChoose: (index: number) => void
  onClose?: () => void
  /** Called with the index of the active option: a virtual list must scroll to it before it can be referenced. */
  onActive?: (index: number) => void
}

/**
 * Keyboard support of a field with a list of options below it: arrows, Home, End, Page keys, Enter, Escape. The focus
 * stays in the field; `aria-activedescendant` names the active option. Put `input` on the field, `list` on the list,
 * `option(i)` on each option. `rows` stays the same object while the active option does, so that a memoized list does
 * not render at every key.
 */
export function useOptionList({ count, keys, onChoose, onClose, onActive }: OptionList) {
  const id = useId()
  const [wanted, setWanted] = useState<{ index: number; key?: string | undefined }>({ index: 0 })
  const found = wanted.key === undefined ? -1 : (keys?.indexOf(wanted.key) ?? -1)
  const active = found >= 0 ? found : Math.min(wanted.index, count - 1)
  const key = keys?.[active]
  if (key !== undefined && (key !== wanted.key || active !== wanted.index)) setWanted({ index: active, key })
  const list = useRef<HTMLDivElement>(null)
  const choose = useRef(onChoose)
  useLayoutEffect(() => {
    choose.current = onChoose
  })

  useEffect(() => {
    if (active < 0) return
    list.current?.querySelector(`[data-option="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function move(to: number): void {
    const next = Math.max(0, Math.min(count - 1, to))
    setWanted({ index: next })
    onActive?.(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The key belongs to an input method's composition.
    if (event.nativeEvent.isComposing) return
    const target = targetOf(event.key, active, count)
    if (target !== undefined) {
      event.preventDefault()
      move(target)
    } else if (event.key === 'Enter' && active >= 0 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      onChoose(active)
    } else if (event.key === 'Escape') onClose?.()
  }

  const rows = useMemo(
    () => ({
      active,
      list: { id: `${id}-list`, role: 'listbox' as const, ref: list },
      option: (index: number) => ({
        id: `${id}-${index}`,
        role: 'option' as const,
        'data-option': index,
        'aria-selected': index === active,
        onPointerMove: () => setWanted({ index }),
        onClick: () => choose.current(index),
      }),
    }),
    [id, active],
  )

  return {
    ...rows,
    rows,
    setActive: move,
    input: {
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': count > 0,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
      autoComplete: 'off',
      onKeyDown,
    },
  }
}

export type OptionRows = ReturnType<typeof useOptionList>['rows']

function targetOf(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active + 1 >= count ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  if (key === 'PageDown') return active + 8
  if (key === 'PageUp') return active - 8
  return undefined
}
