import { Link } from '#web/platform/page/link.tsx'
import type { Provider } from '#contract/providers/providers.ts'
import { adminProvidersText } from './texts.en.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { ProviderAnswers, ProviderBalance, ProviderHeld } from './provider-figures.tsx'
import { ProviderState } from './provider-state.tsx'

/** Each provider's status and what needs attention there. */
export function useProviderColumns(): Column<Provider>[] {
  const t = useText(adminProvidersText)
  const format = useFormat()
  return [
    {
      key: 'name',
      heading: t('columnName'),
      narrow: 'first',
      cell: (provider) => (
        <span className="grid min-w-0 gap-px py-1.5">
          <Link to={`/admin/providers/${provider.id}`} className={`font-semibold text-ink ${rowLinkClass}`}>
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
