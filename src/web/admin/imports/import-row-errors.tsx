import type { ImportRowError } from '#contract/catalogue/import-runs.ts'
import { adminImportsText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'

/** The rows with remarks returned by the server. */
export function ImportRowErrors({ rows }: { rows: readonly ImportRowError[] }) {
  const t = useText(adminImportsText)
  if (rows.length === 0) return null
  return (
    <CardSection
      title={t('rows')}
      aside={<span className="text-13 text-ink-3">{t('rowsShown', { count: rows.length })}</span>}
    >
      <Table
        caption={t('rows')}
        columns={columnsOf(t)}
        rows={rows}
        rowKey={({ service, code }) => `${service} ${code}`}
        isCompact
      />
    </CardSection>
  )
}

function columnsOf(t: Say<typeof adminImportsText>): Column<ImportRowError>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      narrow: 'end',
      className: 'figures text-ink-3',
      cell: ({ service }) => service ?? '–',
    },
    { key: 'name', heading: t('name'), narrow: 'first', cell: ({ name }) => name || '–' },
    {
      key: 'reason',
      heading: t('reason'),
      narrow: 'second',
      cell: (row) => <Reason row={row} />,
    },
  ]
}

function Reason({ row: { code, word } }: { row: ImportRowError }) {
  const t = useText(adminImportsText)
  return (
    <>
      {t(code)}
      {word !== '' && <span className="text-ink-3 wrap-anywhere"> “{word}”</span>}
    </>
  )
}
