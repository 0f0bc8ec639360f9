import type { ReactNode } from 'react'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import { faqText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Answers } from './question-list.tsx'
import { listQuestions } from './questions.ts'

/** All questions by topic, or those that match a query; `none` is shown if none does. */
export function QuestionTopics({
  more,
  query = '',
  none,
}: {
  more: PublicConfig['faq']
  query?: string
  none?: ReactNode
}) {
  const t = useText(faqText)
  const shown = listQuestions(t, more, query)
  if (shown.length === 0) return none
  return (
    <div className="grid gap-10">
      {shown.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={`topic-${id}`} className="grid gap-3">
          <h2 id={`topic-${id}`} className="text-20 font-bold">
            {title}
          </h2>
          <Answers questions={questions} />
        </section>
      ))}
    </div>
  )
}
