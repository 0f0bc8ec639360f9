import { readApiGuide } from '#contract/site/api-guide.ts'
import { exampleCode } from '#contract/site/example-code.ts'
import { apiContext } from '#web/platform/page/load-context.ts'
import { apiDocsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/api-docs-page.ts'
import { ApiCall } from './api-call.tsx'
import { CodeBlock } from './code-block.tsx'
import { ExampleCode, ExampleLanguages } from './example-code.tsx'
import { ResellerGuide } from './reseller-guide.tsx'
import { Part, Point, Section } from './section.tsx'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { Breadcrumbs } from '#web/parts/site/structured-data.tsx'

/** A read-only page. */
export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, apiDocsText)
  return pageTitle(matches, t('title'), t('description'))
}

export async function loader({ context, request: { signal } }: Route.LoaderArgs) {
  const guide = await context
    .get(apiContext)(readApiGuide, undefined, { signal })
    .catch(() => undefined)
  return { groups: guide?.groups }
}

const refusal = `{
  "success": false,
  "code": "insufficient_balance",
  "message": "Insufficient balance",
  "requestId": "…"
}`

export default function ApiDocsPage({ loaderData: { groups } }: Route.ComponentProps) {
  const t = useText(apiDocsText)
  const { origin } = useSite()
  return (
    <article className="mx-auto grid max-w-column gap-10 px-4 py-10 *:min-w-0 wide:py-14">
      <Breadcrumbs trail={[{ name: t('title'), path: '/api-docs' }]} />
      <div className="grid gap-3">
        <PageHeading lead={t('lead')}>{t('title')}</PageHeading>
        <nav aria-label={t('title')} className="flex flex-wrap gap-x-6">
          {(['reseller', 'own'] as const).map((id) => (
            <a
              key={id}
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-petrol hover:underline"
            >
              {t(`${id}Link`)}
            </a>
          ))}
        </nav>
        <p className="flex flex-wrap items-center gap-x-4 text-14 text-ink-2">
          {t('elsewhere')}
          {['/api-docs.md', '/llms.txt', '/api/openapi.json'].map((path) => (
            <a
              key={path}
              href={path}
              className="inline-flex min-h-11 items-center font-mono text-13 text-petrol hover:underline"
            >
              <code>{path}</code>
            </a>
          ))}
        </p>
      </div>
      <div className="group/examples grid gap-10 *:min-w-0">
        <ExampleLanguages label={t('language')} />
        <ResellerGuide origin={origin} />
        <Part id="own" title={t('ownTitle')} lead={t('ownLead')}>
          <Section title={t('startTitle')}>
            <Point title={t('address')}>
              <CodeBlock>{origin}</CodeBlock>
            </Point>
            <Point title={t('keyTitle')} text={t('keyText')}>
              <CodeBlock>Authorization: Bearer YOUR_API_KEY</CodeBlock>
            </Point>
            <Point title={t('moneyTitle')} text={t('moneyText')} />
            <Point title={t('onceTitle')} text={t('onceText')} />
            <Point title={t('refusedTitle')} text={t('refusedText')}>
              <CodeBlock>{refusal}</CodeBlock>
            </Point>
          </Section>
          <Section title={t('examplesTitle')}>
            <p className="text-ink-2">{t('examplesText')}</p>
            <ExampleCode codeOf={(language) => exampleCode[language](origin)} />
          </Section>
          <Section title={t('referenceTitle')}>
            {groups === undefined ? (
              <p role="alert">{t('failed')}</p>
            ) : (
              <p className="text-ink-2">{t('referenceText')}</p>
            )}
            {groups?.map(({ name, about, calls }) => (
              <div key={name} className="grid pt-3 *:min-w-0">
                <h4 className="border-b border-line pb-2 font-semibold">
                  {isPart(name) ? t(name) : <span lang="en">{about}</span>}
                </h4>
                {calls.map((call) => (
                  <ApiCall key={call.name} call={call} />
                ))}
              </div>
            ))}
          </Section>
        </Part>
      </div>
    </article>
  )
}

const parts = ['catalogue', 'orders', 'wallet', 'payments', 'users', 'notifications', 'tickets'] as const

function isPart(name: string): name is (typeof parts)[number] {
  return (parts as readonly string[]).includes(name) // narrowed here
}
