import { Link } from 'react-router'
import type { Provider } from '#contract/providers.ts'
import { adminProvidersText } from '#web/messages/admin-providers.ts'
import { useFormat } from '#web/language/use-format.ts'
import { useText } from '#web/messages/text.ts'
import { useSingleKey } from '#web/ui/single-keys.ts'
import { type Column, rowLinkClass, Table } from '#web/ui/table.tsx'
import { ProviderAnswers, ProviderBalance, ProviderHeld } from './provider-figures.tsx'
import { ProviderState } from './provider-state.tsx'

/** Every provider, how it stands and what waits there. J and K go from one to the next, Enter opens it. */
export function ProvidersTable({ providers }: { providers: readonly Provider[] }) {
  const t = useText(adminProvidersText)
  useSingleKey(['j', 'k'], (key, event) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-provider]')]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = links[Math.max(0, Math.min(links.length - 1, at + (key === 'j' ? 1 : -1)))]
    next?.focus()
    event.preventDefault()
  })
  const columns = useColumns()
  return (
    <Table
      caption={t('title')}
      columns={columns}
      rows={providers}
      rowKey={({ id }) => id}
      isCompact
      isLinked
    />
  )
}

function useColumns(): Column<Provider>[] {
  const t = useText(adminProvidersText)
  const format = useFormat()
  return [
    {
      key: 'name',
      heading: t('columnName'),
      narrow: 'first',
      cell: (provider) => (
        <span className="grid min-w-0 gap-px py-1.5">
          <Link
            to={`/admin/providers/${provider.id}`}
            data-provider
            className={`font-semibold text-ink ${rowLinkClass}`}
          >
            {provider.name}
          </Link>
          <span className="max-w-72 truncate text-12 text-ink-3">{provider.api_url}</span>
        </span>
      ),
    },
    {
      key: 'state',
      heading: t('columnState'),
      narrow: 'end',
      cell: (provider) => <ProviderState provider={provider} />,
    },
    {
      key: 'balance',
      heading: t('columnBalance'),
      align: 'end',
      narrow: 'second',
      cell: (provider) => <ProviderBalance provider={provider} />,
    },
    {
      key: 'calls',
      heading: t('columnCalls'),
      align: 'end',
      cell: ({ calls }) => <ProviderAnswers calls={calls} />,
    },
    {
      key: 'services',
      heading: t('columnServices'),
      align: 'end',
      cell: ({ services }) => <span className="figures">{format.number(services)}</span>,
    },
    {
      key: 'held',
      heading: t('columnHeld'),
      narrow: 'second-end',
      cell: (provider) => <ProviderHeld provider={provider} />,
    },
  ]
}
