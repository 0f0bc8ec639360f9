import Import from 'lucide-react/icons/import'
import type { ReactNode } from 'react'
import { getProvider, repriceProvider } from '#contract/providers/provider-actions.ts'
import { getProviderSettling } from '#contract/orders/settle-provider.ts'
import { getSandbox } from '#contract/providers/sandbox.ts'
import { type Provider } from '#contract/providers/providers.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import type { CallOptions } from '#web/platform/api/make-call.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMayOpen } from '#web/platform/session/may.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { joined, queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/provider-page.ts'
import { ChangeLog, changesOf } from './change-log.tsx'
import { ConnectionTest } from '#web/admin/providers/connection-test.tsx'
import { CurrencyForm } from './currency-form.tsx'
import { HeldServices } from './held-services.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderNow } from './provider-now.tsx'
import { ProviderState } from '#web/admin/providers/provider-state.tsx'
import { SandboxCard } from '#web/admin/providers/sandbox/sandbox-card.tsx'
import { TaughtRefusals } from './taught-refusals.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminProvidersText)('title'))

const importPath = '/admin/services/import'

/** The URL filters the changes; repricing is only previewed here. */
export function clientLoader({ request, params: { id: asked } }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { signal } = request
  const params = { id: Number(asked) }
  const queries = {
    one: queryOf(getProvider, { params }),
    changed: changesOf(params.id).ask(searchParams),
    priced: queryOf(repriceProvider, { params, body: { dry_run: true } }),
    settling: queryOf(getProviderSettling, { params }),
  }
  return load(
    joined(queries, async ({ one, changed, priced, settling: { sentences, canceled } }, options) => ({
      ...one,
      sandbox: await readSandbox(one.provider, options),
      changed,
      repricing: priced.repricing,
      sentences,
      canceled,
    })),
    signal,
  )
}

/** Undefined for a real provider, and for a disabled one. */
async function readSandbox(
  { id, is_sandbox: isSandbox, is_enabled: isEnabled }: Provider,
  options: CallOptions,
) {
  if (!isSandbox || !isEnabled) return undefined
  return (await call(getSandbox, { params: { id } }, options)).sandbox
}

export default function AdminProviderPage({ loaderData }: Route.ComponentProps) {
  const { provider, lines, sandbox, changed, repricing, sentences, canceled } = useLoaded(loaderData)
  const t = useText(adminProvidersText)
  const mayOpen = useMayOpen()
  // Its state changes arrive as notifications.
  useLiveEvent('notification', () => rereadSoon(getProvider))
  useLiveGaps(() => rereadSoon(getProvider))
  return (
    <Frame
      name={provider.name}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <ProviderState provider={provider} />
          {provider.has_key && mayOpen(importPath) && (
            <LinkButton tone="secondary" size="small" to={`${importPath}?provider=${provider.slug}`}>
              <Import aria-hidden className="size-4" />
              {t('importServices')}
            </LinkButton>
          )}
        </div>
      }
    >
      <HeldServices key={repricing.seal} providerId={provider.id} repricing={repricing} />
      <TaughtRefusals providerId={provider.id} sentences={sentences} canceled={canceled} />
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 wide:order-last">
          <ProviderNow provider={provider} />
        </div>
        <div className="grid min-w-0 gap-5">
          {sandbox !== undefined && <SandboxCard providerId={provider.id} sandbox={sandbox} />}
          <ConnectionTest provider={provider} lines={lines} />
          <ProviderForm key={provider.id} provider={provider} />
          <CurrencyForm
            key={`${provider.currency} ${provider.usd_per_unit} ${provider.rate_per}`}
            provider={provider}
          />
        </div>
      </div>
      <ChangeLog providerId={provider.id} changed={changed} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminProvidersText)
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Frame name={t('columnName')}>
      <LoadFailed error={error} message={t(isGone ? 'noSuchProvider' : 'oneLoadFailed')} />
    </Frame>
  )
}

function Frame({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminProvidersText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside} back={{ to: '/admin/providers', label: t('backToAll') }}>
        {name}
      </PageHeading>
      {children}
    </div>
  )
}
