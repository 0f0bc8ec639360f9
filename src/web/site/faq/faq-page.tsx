import { getConfig } from '#contract/settings/public-config.ts'
import { apiContext, languageContext } from '#web/platform/page/load-context.ts'
import { faqText } from '#web/parts/landing/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Breadcrumbs, QuestionsData } from '#web/parts/site/structured-data.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useTypedEarly } from '#web/ui/form/use-typed-early.ts'
import { useUrlText } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/faq-page.ts'
import { listQuestions } from '#web/parts/landing/questions.ts'
import { QuestionTopics } from '#web/parts/landing/question-topics.tsx'

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, faqText)
  return pageTitle(matches, t('title'), t('description'))
}

/** The operator's answers; the product's own are texts of the page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const config = await context
    .get(apiContext)(
      getConfig,
      { query: { language: context.get(languageContext) } },
      { signal: request.signal },
    )
    .catch(() => undefined)
  return { more: config?.faq ?? [] }
}

/** Searching changes none of this data. */
export function shouldRevalidate(): boolean {
  return false
}

export default function FaqPage({ loaderData: { more } }: Route.ComponentProps) {
  const t = useText(faqText)
  const [query, setQuery, settled] = useUrlText('q')
  const box = useTypedEarly(query, setQuery)
  return (
    <div className="mx-auto grid max-w-column gap-7 px-4 py-10 wide:py-14">
      <QuestionsData questions={listQuestions(t, more).flatMap(({ questions }) => questions)} />
      <Breadcrumbs trail={[{ name: t('title'), path: '/faq' }]} />
      <PageHeading lead={t('lead')}>{t('title')}</PageHeading>
      {/* Without a script the button submits the search, and the server renders the results. */}
      <search>
        <form method="get" onSubmit={(event) => event.preventDefault()} className="flex items-end gap-3">
          <TextField
            label={t('search')}
            className="grow"
            name="q"
            type="search"
            maxLength={100}
            ref={box}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <noscript>
            <Button type="submit" needsNoScript>
              {t('find')}
            </Button>
          </noscript>
        </form>
      </search>
      <QuestionTopics more={more} query={settled} none={<NoneFits query={settled} />} />
      <section className="grid justify-items-start gap-3">
        <h2 className="text-20 font-bold">{t('askTitle')}</h2>
        <LinkButton to="/contact" tone="secondary">
          {t('ask')}
        </LinkButton>
      </section>
    </div>
  )
}

function NoneFits({ query }: { query: string }) {
  const t = useText(faqText)
  return (
    <div className="grid justify-items-start gap-4 border-y border-line py-10">
      <output className="text-ink-2">{t('none', { query })}</output>
      <LinkButton to="/faq" tone="secondary">
        {t('all')}
      </LinkButton>
    </div>
  )
}
