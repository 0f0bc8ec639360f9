import type { PublicConfig } from '#contract/settings/public-config.ts'
import type { faqText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { foldText } from '#web/ui/text/fold-text.ts'

/** The questions by topic; each has its answer as `…Answer`. */
export const topics = [
  { topic: 'payingTopic', questions: ['charged', 'topUp', 'paymentSlow', 'bonus', 'currency', 'cashOut'] },
  { topic: 'deliveryTopic', questions: ['start', 'status', 'startCount', 'cancel'] },
  { topic: 'refillsTopic', questions: ['drop', 'refill', 'partial', 'refund'] },
  { topic: 'linksTopic', questions: ['public', 'which', 'privacy', 'data'] },
  { topic: 'accountTopic', questions: ['password', 'forgot', 'stolen', 'letters'] },
  { topic: 'apiTopic', questions: ['key', 'twice', 'rates'] },
  { topic: 'neverTopic', questions: ['fake', 'rules', 'guarantee'] },
] as const

export type Question = { id: string; title: string; text: string }
export type Topic = { id: string; title: string; questions: readonly Question[] }

/**
 * The product's own answers, followed by the operator's: the one source for all pages with questions. A query finds
 * those that contain all of its words, also in their topic: a search for refunds returns the whole topic.
 */
export function listQuestions(t: Say<typeof faqText>, more: PublicConfig['faq'], query = ''): Topic[] {
  const own: Topic[] = topics.map(({ topic, questions }) => ({
    id: topic.replace(/Topic$/, ''),
    title: t(topic),
    questions: questions.map((id) => ({ id, title: t(id), text: t(`${id}Answer`) })),
  }))
  const promised = more.map(({ question, answer }, at) => ({
    id: `operator-${at + 1}`,
    title: question,
    text: answer,
  }))
  const all = [...own, { id: 'operator', title: t('operatorTopic'), questions: promised }]
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  const fits = (topic: string, { title, text }: Question) => {
    const folded = foldText(`${topic} ${title} ${text}`)
    return words.every((word) => folded.includes(word))
  }
  return all
    .map((topic) => ({
      ...topic,
      questions: topic.questions.filter((question) => fits(topic.title, question)),
    }))
    .filter(({ questions }) => questions.length > 0)
}
