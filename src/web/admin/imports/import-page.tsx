import type { ReactNode } from 'react'
import { listPlatforms } from '#contract/catalogue/admin-services.ts'
import { getImport, listImports, listImportSources } from '#contract/catalogue/import-runs.ts'
import { call } from '#web/platform/api/call.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminImportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/import-page.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportWizard } from './import-wizard.tsx'
import { LastImports } from './last-imports.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminImportsText)('title'))

export const handle = { isList: true }

/** `?import=` is a started import: the URL leads back to its progress. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const id = /^\d{1,9}$/.exec(new URL(request.url).searchParams.get('import') ?? '')?.[0]
  if (id !== undefined) {
    const { import: run } = await call(getImport, { params: { id: Number(id) } }, { signal })
    return { run, start: undefined }
  }
  const [{ imports }, sources, platforms] = await Promise.all([
    call(listImports, { query: { limit: importsShown } }, { signal }),
    callWhole(call, listImportSources, { signal }),
    call(listPlatforms, undefined, { signal }),
  ])
  return { run: undefined, start: { imports, platforms, ...sources } }
}

/** Enough to find a running one, and the last one that can be undone. */
const importsShown = 20

export type ImportStart = NonNullable<Route.ComponentProps['loaderData']['start']>

export default function AdminImportPage({ loaderData: { run, start } }: Route.ComponentProps) {
  return (
    <Frame>
      {run !== undefined && <ImportProgress key={run.id} first={run} />}
      {start !== undefined && <ImportWizard start={start} aside={<LastImports imports={start.imports} />} />}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminImportsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminImportsText)
  const close = (
    <LinkButton to="/admin/services" tone="secondary" size="small">
      {t('close')}
    </LinkButton>
  )
  return (
    <div className="grid gap-5">
      <PageHeading aside={close}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}
