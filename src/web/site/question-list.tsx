import type { PublicConfig } from '#contract/settings.ts'
import { siteText } from '#web/messages/site.ts'
import { useText } from '#web/messages/text.ts'

/** The product's own answers, and behind them what the operator promises: the one source of every page with questions. */
export function QuestionList({ more }: { more: PublicConfig['faq'] }) {
  const t = useText(siteText)
  const questions = [
    { title: t('faqOne'), text: t('faqOneText') },
    { title: t('faqTwo'), text: t('faqTwoText') },
    { title: t('faqThree'), text: t('faqThreeText') },
    { title: t('faqFour'), text: t('faqFourText') },
    ...more.map(({ question, answer }) => ({ title: question, text: answer })),
  ]
  return (
    <div className="max-w-column border-t border-line">
      {questions.map(({ title, text }) => (
        <details key={title} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 font-semibold">
            {title}
            <span
              aria-hidden
              className="text-20 text-petrol transition-transform duration-120 group-open:rotate-45"
            >
              +
            </span>
          </summary>
          <p className="pb-5 whitespace-pre-line text-ink-2">{text}</p>
        </details>
      ))}
    </div>
  )
}
