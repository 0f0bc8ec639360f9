import type { PublicConfig } from '#contract/settings/public-config.ts'
import { listQuestions, type Question } from './questions.ts'
import { faqText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { OpenMark } from '#web/ui/text/open-mark.tsx'

/** The most frequent questions, followed by the operator's. */
const first: readonly string[] = ['charged', 'start', 'drop', 'refund', 'password', 'key']

export function QuestionList({ more }: { more: PublicConfig['faq'] }) {
  const t = useText(faqText)
  const all = listQuestions(t, more).flatMap(({ questions }) => questions)
  const own = first.flatMap((id) => all.filter((question) => question.id === id))
  const questions = [...own, ...all.filter(({ id }) => id.startsWith('operator-'))]
  return <Answers questions={questions} />
}

/** Each opens without a script, and has its own URL. */
export function Answers({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="max-w-column border-t border-line">
      {questions.map(({ id, title, text }) => (
        <details key={id} id={id} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 font-semibold">
            {title}
            <OpenMark />
          </summary>
          <p className="pb-5 whitespace-pre-line text-ink-2">{text}</p>
        </details>
      ))}
    </div>
  )
}
