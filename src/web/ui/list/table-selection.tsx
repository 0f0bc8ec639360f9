/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the implicit roles of a table that is laid out as cards: see `Table` */
import { type ReactNode, useRef, useState } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

export type RowKey = string | number

export type Selection = {
  chosen: ReadonlySet<RowKey>
  /** With `range`, the keys of all rows in order, selects all rows from the last toggled one to this one. */
  toggle: (key: RowKey, range?: readonly RowKey[]) => void
  setAll: (keys: readonly RowKey[], isChosen: boolean) => void
  clear: () => void
  /** The table's selection cells: defined here, so that tables without a selection don't load them. */
  head: (keys: readonly RowKey[]) => ReactNode
  cell: (key: RowKey, row: { keys: readonly RowKey[]; name: string }) => ReactNode
}

/**
 * The selected rows of a table, initially `began`. Rows that are no longer `there` are not selected: no action applies
 * to unseen rows.
 */
export function useSelection(there: readonly RowKey[], began: readonly RowKey[] = []): Selection {
  const [all, setChosen] = useState<ReadonlySet<RowKey>>(() => new Set(began))
  const [last, setLast] = useState<RowKey>()
  const chosen = new Set(there.filter((key) => all.has(key)))

  function toggle(key: RowKey, range?: readonly RowKey[]): void {
    const next = new Set(chosen)
    if (chosen.has(key)) next.delete(key)
    else for (const one of range === undefined ? [key] : between(range, last ?? key, key)) next.add(one)
    setChosen(next)
    setLast(key)
  }

  const setAll = (keys: readonly RowKey[], isChosen: boolean) => setChosen(new Set(isChosen ? keys : []))
  const selection = { chosen, toggle, setAll, clear: () => setAll([], false) }
  return {
    ...selection,
    head: (keys) => <PickAll {...selection} keys={keys} />,
    cell: (key, row) => <PickCell {...selection} own={key} {...row} />,
  }
}

function between(keys: readonly RowKey[], one: RowKey, other: RowKey): readonly RowKey[] {
  const [from = -1, to = -1] = [keys.indexOf(one), keys.indexOf(other)].toSorted((a, b) => a - b)
  return from < 0 ? [other] : keys.slice(from, to + 1)
}

type Picks = Pick<Selection, 'chosen' | 'toggle' | 'setAll'> & { keys: readonly RowKey[] }

/** In the card layout there is no column heading above the boxes, so it has a label. */
function PickAll({ chosen, setAll, keys }: Picks) {
  const t = useText(commonText)
  const count = keys.filter((key) => chosen.has(key)).length
  const isAll = count === keys.length && count > 0
  return (
    <th
      scope="col"
      role="columnheader"
      aria-label={t('chooseAll')}
      className="w-14 cards:-ms-4 cards:w-auto rows:border-b rows:border-line"
    >
      <label className="grid min-h-9 place-items-center cards:min-h-11 cards:grid-cols-[3.5rem_auto] rows:min-w-14">
        <input
          type="checkbox"
          className="tick size-5"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && !isAll
          }}
          onChange={() => setAll(keys, !isAll)}
        />
        <span className="text-13 font-semibold text-ink-3 rows:sr-only">{t('chooseAll')}</span>
      </label>
    </th>
  )
}

function PickCell({ chosen, toggle, keys, own, name }: Picks & { own: RowKey; name: string }) {
  const t = useText(commonText)
  const isRange = useRef(false)
  return (
    <td role="cell" className="w-14 cards:absolute cards:inset-y-0 cards:start-0">
      {/* Above the row's link, so that clicks reach the box. As wide as the column. */}
      <label className="relative z-10 grid h-full min-h-9 place-items-center cards:min-h-11 rows:min-w-14">
        <span className="sr-only">{t('chooseRow', { name })}</span>
        <input
          type="checkbox"
          data-pick
          className="tick size-5"
          checked={chosen.has(own)}
          onClick={({ shiftKey }) => (isRange.current = shiftKey)}
          onChange={() => toggle(own, isRange.current ? keys : undefined)}
        />
      </label>
    </td>
  )
}
