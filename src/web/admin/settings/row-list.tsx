import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, IconButton } from '#web/ui/page/button.tsx'

type RowListProps<Row> = {
  rows: readonly Row[]
  max: number
  /** The initial values of a new row. */
  fresh: Row
  /** "question 2", for the buttons. */
  nameOf: (number: number) => string
  renderRow: (row: Row, at: number, change: (part: Partial<Row>) => void) => ReactNode
  onChange: (rows: Row[]) => void
}

/** A sorted list of items: added at the end, moved up, removed. */
export function RowList<Row extends object>({
  rows,
  max,
  fresh,
  nameOf,
  renderRow,
  onChange,
}: RowListProps<Row>) {
  const t = useText(adminSettingsText)
  return (
    <div className="grid gap-4">
      {rows.length === 0 && <p className="text-14 text-ink-3">{t('empty')}</p>}
      {/* By position: the texts of rows are not unique, and the fields have no own state. */}
      {rows.length > 0 && (
        <ol className="grid gap-4">
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <li
              key={at}
              className="flex gap-2 rounded-control border border-line p-4 max-narrow:flex-col max-narrow:p-3"
            >
              <div className="grid min-w-0 flex-1 content-start gap-3">
                {renderRow(row, at, (part) =>
                  onChange(rows.map((one, place) => (place === at ? { ...one, ...part } : one))),
                )}
              </div>
              <div className="-m-2 flex items-start justify-end max-narrow:m-0 narrow:min-w-22">
                {at > 0 && (
                  <IconButton
                    label={t('moveUp', { name: nameOf(at + 1) })}
                    onClick={() => onChange(movedUp(rows, at))}
                  >
                    <ArrowUp aria-hidden className="size-4" />
                  </IconButton>
                )}
                <IconButton
                  label={t('remove', { name: nameOf(at + 1) })}
                  onClick={() => onChange(rows.filter((_row, place) => place !== at))}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              </div>
            </li>
          ))}
        </ol>
      )}
      <Button
        tone="secondary"
        size="small"
        isDisabled={rows.length >= max}
        onClick={() => onChange([...rows, fresh])}
        className="justify-self-start"
      >
        <Plus aria-hidden className="size-4" />
        {t('add')}
      </Button>
    </div>
  )
}

function movedUp<Row>(rows: readonly Row[], at: number): Row[] {
  const moved = rows.slice(at, at + 1)
  return [...rows.slice(0, at - 1), ...moved, ...rows.slice(at - 1, at), ...rows.slice(at + 1)]
}
