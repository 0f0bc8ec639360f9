import { Link } from '#web/platform/page/link.tsx'
import type { Format } from '#contract/base/format.ts'
import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import type { ImportState } from '#contract/catalogue/imports.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminImportsText } from './texts.en.ts'
import { type PlainKey, type Say, useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { type Column, rowLinkClass, Table } from '#web/ui/list/table.tsx'

const states = {
  running: { tone: 'foil', label: 'stateRunning' },
  completed: { tone: 'ok', label: 'stateCompleted' },
  failed: { tone: 'bad', label: 'stateFailed' },
  undone: { tone: 'neutral', label: 'stateUndone' },
} as const satisfies Record<ImportState, { tone: Tone; label: PlainKey<typeof adminImportsText> }>

/** Links to a running import, and to the last one that can be undone. */
export function LastImports({ imports }: { imports: readonly ImportRun[] }) {
  const t = useText(adminImportsText)
  const format = useFormat()
  if (imports.length === 0) return null
  const columns = columnsOf(t, format)
  return (
    <CardSection title={t('last')}>
      <Table
        caption={t('last')}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        isCompact
        isLinked
      />
    </CardSection>
  )
}

function columnsOf(t: Say<typeof adminImportsText>, format: Format): Column<ImportRun>[] {
  return [
    {
      key: 'provider',
      heading: t('source'),
      narrow: 'first',
      cell: (run) => <RunLink run={run} />,
    },
    {
      key: 'state',
      heading: t('state'),
      narrow: 'end',
      cell: (run) => <StateBadge run={run} />,
    },
    {
      key: 'summary',
      heading: t('stepList'),
      narrow: 'second',
      className: 'text-ink-2',
      cell: ({ stats: { created, updated, skipped, errors } }) =>
        t('summary', { created, updated, skipped, errors }),
    },
    {
      key: 'at',
      heading: t('begun'),
      align: 'end',
      narrow: 'second-end',
      // On two lines if the figures next to it need the space.
      className: 'text-ink-3 cards:max-w-28',
      cell: ({ created_at: at }) => format.dateTime(at),
    },
  ]
}

function RunLink({ run: { id, provider } }: { run: ImportRun }) {
  return (
    <Link to={`/admin/services/import?import=${id}`} className={`font-semibold ${rowLinkClass}`}>
      {provider.name}
    </Link>
  )
}

function StateBadge({ run: { state, percent } }: { run: ImportRun }) {
  const t = useText(adminImportsText)
  return (
    <Badge tone={states[state].tone}>
      {t(states[state].label)}
      {state === 'running' && ` ${t('percent', { percent })}`}
    </Badge>
  )
}
